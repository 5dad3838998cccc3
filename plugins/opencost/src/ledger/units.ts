import { type RawBuilder, sql } from 'kysely';
import { toTime } from '../question/window.ts';
import { ledgerTables } from '../tables.ts';
import { figureColumns, figureNames } from './figures.ts';
import { type Part, type View } from './view.ts';

/** The tables of the ledger by their names, each with what tells its rows apart. */
const sources = {
  cluster: [],
  namespace: ['namespace'],
  workload: ['description_id'],
  container: ['description_id', 'pod_name', 'container_name', 'node_uid'],
  node: ['node_uid', 'name', 'instance_type'],
};
export type Source = keyof typeof sources;

const ofUnit = {
  hour: { type: sql`timestamptz`, start: sql`fact.hour` },
  day: { type: sql`date`, start: sql`fact.day::timestamp at time zone 'UTC'` },
};

/** The sums of a source by set, from 1, cluster and what tells its rows apart; what is not known is 0. */
export function selectUnits(source: Source, { inScope, parts, sets }: View) {
  const declared = Object.keys(ledgerTables[`${source}_days`] ?? {});
  const keys = sql.join(['cluster_id', ...sources[source]].map((key) => sql.ref(`fact.${key}`)));
  const sums = figureNames.map((name) => {
    const columns = figureColumns[name].filter((column) => declared.includes(column));
    const known = columns.map((column) => sql`coalesce(sum(${sql.ref(`fact.${column}`)}), 0)`);
    return sql`${sql.join([sql`0`, ...known], sql` + `)} as ${sql.ref(name)}`;
  });
  const starts = sets.map((set) => toTime(set.start));
  const selectPart = ({ unit, start, end }: Part) => {
    const [time, of] = [sql.ref(`fact.${unit}`), ofUnit[unit]];
    return sql`
      select width_bucket(${of.start}, ${starts}::timestamptz[]) as set_number,
        ${keys}, ${sql.join(sums)}
      from ${sql.table(`${source}_${unit}s`)} as fact
      where ${inScope} and ${time} >= ${toTime(start)}::${of.type}
        and ${time} < ${toTime(end)}::${of.type}
      group by set_number, ${keys}`;
  };
  return sql.join(parts.map(selectPart), sql` union all `);
}

/** Joins what is read of the units of a source, as `owner` and `node`. */
export function joinNames(source: Source, view: View, readsNode: boolean): RawBuilder<unknown> {
  if (source === 'cluster') return sql``;
  if (source === 'namespace') return sql`cross join lateral (select unit.namespace) as owner`;
  if (source === 'node') return sql`cross join lateral (select unit.name) as node`;
  const node = sql`
    left join (
      select cluster_id, node_uid, max(name) as name
      from (${selectUnits('node', view)}) as unit group by cluster_id, node_uid
    ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
  return sql`
    join owner_descriptions as owner on owner.organization_id = ${view.organizationId}
      and owner.cluster_id = unit.cluster_id and owner.id = unit.description_id
    ${source === 'container' && readsNode ? node : sql``}`;
}
