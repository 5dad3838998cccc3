import { afterKey, type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type RawBuilder, sql } from 'kysely';
import { type AllocationScope } from '../allocation-scope.ts';
import { assignedNamespaces } from './assigned-namespaces.ts';
import {
  allAssignedWorkloads,
  type AssignedWorkloads,
  assignedWorkloadsAround,
} from './assigned-workloads.ts';
import { componentColumns, eachComponent } from './components.ts';
import { countTeams, volumeCounts, type WorkloadCount } from './counts.ts';
import { entityRunRates, ownerRunRates } from './run-rates.ts';
import { overriddenRunRates, ownWorkloads } from './own-workloads.ts';

/** Those who pay: the teams or the departments that a request is about. */
export interface Owners {
  /** Their own columns, `id` among them, one row each. */
  readonly rows: RawBuilder<unknown>;
  /** `owner_id` and `team_id`, one row per team of theirs; it may read `owner`. */
  readonly teams: RawBuilder<unknown>;
  readonly countWorkloads: WorkloadCount;
}

/** What an owner's figures are; amounts are decimal text in currency per hour, null not known. */
export interface RollUpFigures {
  readonly assigned_workloads: number;
  readonly assigned_pvs: number;
  readonly team_count: number;
  readonly compute_cpu_hourly: string | null;
  readonly compute_ram_hourly: string | null;
  readonly compute_gpu_hourly: string | null;
  readonly storage_pv_hourly: string | null;
  readonly run_rate_hourly: string | null;
  /** Ascends as the amount that a client sees descends; without an amount it is last. */
  readonly run_rate_rank: string;
  readonly is_compute_partial: boolean;
  /** The latest figure over the owner's entities; null without any. */
  readonly cost_updated_at: string | null;
}

/** One page of owners, highest run rate over the basis first, ties by id, and one row more. */
export function rollUpPage<Row>(
  scope: AllocationScope,
  owners: Owners,
  basis: Basis,
  { after, limit }: PageRequest,
): RawBuilder<Row & RollUpFigures> {
  const afterLast = after ? sql`where ${afterKey(['run_rate_rank', 'id'], after)}` : sql``;
  const firstRows = sql`${afterLast} order by run_rate_rank, id limit ${limit + 1}`;
  return rollUp(scope, owners, basis, allAssignedWorkloads, firstRows);
}

/** A single owner. */
export const rollUpOne = <Row>(
  scope: AllocationScope,
  owners: Owners,
  basis: Basis,
): RawBuilder<Row & RollUpFigures> => rollUp(scope, owners, basis, assignedWorkloadsAround, sql``);

/**
 * Owners with what is assigned to them and what that costs, computed from the state of now
 * (contract, "Roll-up rules"; decision 24). Namespaces count by their own sums, and single
 * workloads are read only where they have an assignment of their own.
 */
const rollUp = <Row>(
  scope: AllocationScope,
  owners: Owners,
  basis: Basis,
  assignedWorkloads: AssignedWorkloads,
  firstRows: RawBuilder<unknown>,
): RawBuilder<Row & RollUpFigures> => sql<Row & RollUpFigures>`
  with owner as materialized (${owners.rows}),
  owner_team as materialized (${owners.teams}),
  assigned_namespace as materialized (${assignedNamespaces(scope)}),
  assigned_workload as materialized (${assignedWorkloads(scope)}),
  own_workload as materialized (${ownWorkloads(scope)}),
  overridden as (${overriddenRunRates()}),
  entity_run_rate as (${entityRunRates(scope)}),
  owner_run_rate as (${ownerRunRates()}),
  volume_count as (${volumeCounts(scope)}),
  figure as (${figures()}),
  ranked as (
    select figure.*, ${runRate(basis)} as run_rate_hourly,
      coalesce(-round(${runRate(basis)}, 4), 1) as run_rate_rank
    from figure
  ),
  page as (select * from ranked ${firstRows})
  select page.*, ${countTeams('page.id')} as team_count,
    ${owners.countWorkloads(scope, 'page.id')} as assigned_workloads
  from page
  order by run_rate_rank, id`;

/** Every owner with its components: nothing to pay for is 0, what nobody knows is null. */
const figures = () => sql`
  select owner.*,
    ${eachComponent(
      (column) =>
        sql`case when run_rate.owner_id is null then 0 else ${sql.ref(`run_rate.${column}`)} end`,
    )},
    coalesce(run_rate.is_compute_partial, false) as is_compute_partial, run_rate.cost_updated_at,
    coalesce(volume_count.volumes, 0) as assigned_pvs
  from owner
  left join owner_run_rate as run_rate on run_rate.owner_id = owner.id
  left join volume_count on volume_count.owner_id = owner.id`;

/** The known components of the basis, added up; null when none is known (decision 27). */
function runRate(basis: Basis): RawBuilder<string | null> {
  const summed = componentColumns.filter(
    (column) => basis === 'all' || column !== 'storage_pv_hourly',
  );
  const known = sql.join(summed.map((column) => sql.ref(column)));
  const terms = summed.map((column) => sql`coalesce(${sql.ref(column)}, 0)`);
  return sql`case when coalesce(${known}) is not null then ${sql.join(terms, sql` + `)} end`;
}
