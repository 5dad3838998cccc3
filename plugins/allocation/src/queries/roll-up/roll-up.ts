import { type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AllocationRows } from '../../tables.ts';
import { type AllocationScope } from '../allocation-scope.ts';
import { componentColumns, eachComponent } from './components.ts';
import { ownerFigures, ownerShares } from './owner-figures.ts';

/** The teams or departments that a request returns. */
export interface Owners {
  /** One row per owner with its own columns, including `id`. */
  readonly rows: RawBuilder<unknown>;
  /** One row per team of an owner, with `owner_id` and `team_id`; may select from `owner`. */
  readonly teams: RawBuilder<unknown>;
}

/** Figures of an owner; amounts are decimal text in currency per hour, null when unknown. */
export interface RollUpFigures {
  readonly assigned_workloads: number;
  readonly assigned_pvs: number;
  readonly team_count: number;
  readonly compute_cpu_hourly: string | null;
  readonly compute_ram_hourly: string | null;
  readonly compute_gpu_hourly: string | null;
  readonly storage_pv_hourly: string | null;
  readonly run_rate_hourly: string | null;
  /** Sort key: ascending order is descending cost, rounded as clients see it; unknown costs last. */
  readonly run_rate_rank: string;
  readonly is_compute_partial: boolean;
  /** Time of the newest cost figure of the owner's entities; null when there is none. */
  readonly cost_updated_at: string | null;
}

/** Total number of owners, not only of one page. */
export const countOwners = (db: Kysely<AllocationRows>, { rows }: Owners) =>
  db.selectFrom(sql`(${rows})`.as('owner')).select(({ fn }) => fn.countAll<number>().as('total'));

/**
 * Owners with the figures of what is assigned to them (contract, "Roll-up rules"; decision 24),
 * which the ingest has already summed. Highest run rate over the basis first, ties by id. A page
 * has one row more than its limit, which tells whether another page follows.
 */
export const rollUp = <Row extends RollUpFigures>(
  scope: AllocationScope,
  owners: Owners,
  basis: Basis,
  page?: PageRequest,
): RawBuilder<Row> => sql<Row>`
  with owner as materialized (${owners.rows}),
  owner_team as materialized (${owners.teams}),
  owner_share as materialized (${ownerShares(scope)}),
  owner_figure as (${ownerFigures(scope)}),
  figure as (${figures}),
  ranked as (
    select figure.*, ${runRate(basis)} as run_rate_hourly,
      coalesce(-round(${runRate(basis)}, 4), 1) as run_rate_rank
    from figure
  ),
  page as (select * from ranked ${page ? firstRows(page) : sql``})
  select page.*, coalesce(counted.team_count, 0) as team_count
  from page
  left join (
    select owner_id, count(*) as team_count from owner_team group by owner_id
  ) as counted on counted.owner_id = page.id
  order by run_rate_rank, id`;

function firstRows({ after, limit }: PageRequest): RawBuilder<unknown> {
  const afterLast = after ? sql`where (run_rate_rank, id) > (${sql.join(after)})` : sql``;
  return sql`${afterLast} order by run_rate_rank, id limit ${limit + 1}`;
}

/** Figures of every owner: 0 without assignments, null when a cost is unknown. */
const figures = sql`
  select owner.*,
    ${eachComponent(
      (column) =>
        sql`case when known.cost_updated_at is null then 0 else ${sql.ref(`known.${column}`)} end`,
    )},
    coalesce(known.is_compute_partial, false) as is_compute_partial, known.cost_updated_at,
    coalesce(known.workloads, 0) as assigned_workloads,
    coalesce(known.volumes, 0) as assigned_pvs
  from owner
  left join owner_figure as known on known.owner_id = owner.id`;

/** Sum of the known components of the basis; null when none is known (decision 27). */
function runRate(basis: Basis): RawBuilder<string | null> {
  const summed = componentColumns.filter(
    (column) => basis === 'all' || column !== 'storage_pv_hourly',
  );
  const known = sql.join(summed.map((column) => sql.ref(column)));
  const terms = summed.map((column) => sql`coalesce(${sql.ref(column)}, 0)`);
  return sql`case when coalesce(${known}) is not null then ${sql.join(terms, sql` + `)} end`;
}
