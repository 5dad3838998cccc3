import { type RawBuilder, sql } from 'kysely';
import { groupings, keysOf, type Owners } from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { type Window } from '../question/window.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { factsOf, sourceOfRows } from './source.ts';
import { producedOf, type SumName, sumOf, sumsOf } from './sums.ts';
import { clusterOf, joinNames, keyOf, unitOf } from './units.ts';

/**
 * The rows of a question over a window, before search and order: their keys under the names of the
 * answer, `clusterId` in detail and `cluster_ids` where clusters become one, and the sums.
 */
export function costRows(
  question: Question,
  scope: ExplorerScope,
  window: Window,
  wanted: readonly SumName[],
  only?: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const { groupBy, viewMode } = question;
  const source = sourceOfRows(question);
  const unit = unitOf(source, question);
  const sums = sumsOf(source, question);
  const produced = producedOf(sums, wanted);
  const isDetail = viewMode === 'detail';
  const keys = [
    ...keysOf(groupBy, viewMode).map((key) => sql`${keyOf(key, unit)} as ${sql.ref(key)}`),
    ...(isDetail ? [sql`${clusterOf(unit)} as ${sql.ref('clusterId')}`] : []),
  ];
  const unitKeys = Object.entries(unit.by);
  return sql`
    select ${sql.join(keys)},
      ${isDetail ? sql`` : sql`array_agg(distinct ${clusterOf(unit)}) as cluster_ids,`}
      ${sql.join(produced.map((name) => sql`sum(${sql.ref(`unit.${name}`)}) as ${sql.ref(name)}`))}
    from (
      select ${sql.join(unitKeys.map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`))},
        ${unit.describesOwner === 'as newest' ? newestOwner : sql``}
        ${sql.join(produced.map((name) => sql`${sumOf(sums[name])} as ${sql.ref(name)}`))}
      ${factsOf(source, question, scope, window, only)}
      group by ${sql.join(unitKeys.map(([, column]) => sql.ref(column)))}
    ) as unit
    ${joinNames(unit, scope, window)}
    ${ownedBy(groupings[groupBy].owners)}
    group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}`;
}

const newestOwner = sql`max(fact.description_id) as description_id,`;

function ownedBy(owners: Owners): RawBuilder<unknown> {
  if (owners === 'any') return sql``;
  return owners === 'workloads' ? sql`where owner.kind <> ''` : sql`where owner.kind = ${owners}`;
}

/** Rows, by the name that their group has, of which a text is part in any case. */
export const namedLike = ({ groupBy, search }: Question): RawBuilder<unknown> =>
  search === undefined
    ? sql``
    : sql`where strpos(lower(${sql.ref(groupings[groupBy].name)}), lower(${search})) > 0`;
