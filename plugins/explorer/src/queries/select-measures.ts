import { type RawBuilder, sql } from 'kysely';
import { groupings } from '../question/grouping.ts';
import { type MeasureName, measureNames } from '../question/measure.ts';
import { type Question } from '../question/question.ts';
import { costRows } from './cost-rows.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { shownMeasures } from './measures.ts';
import { type CostRow } from './select-groups.ts';
import { sourceOfRows } from './source.ts';
import { producedOf, sumNames, sumsOf } from './sums.ts';

/** What rows in detail are told apart by: `clusterId`, the grouping's uid, and `containerName`. */
export const identityOf = ({ groupBy }: Question, row: CostRow): string => {
  const { uid = '' } = groupings[groupBy];
  return JSON.stringify([row.clusterId, row[uid], row.containerName]);
};

/** All measures of a page of rows in detail, but for their share of the total. */
export function selectMeasures(
  question: Question,
  scope: ExplorerScope,
  page: readonly CostRow[],
): RawBuilder<CostRow> {
  const { unit, uid = '', name } = groupings[question.groupBy];
  const produced = producedOf(sumsOf(sourceOfRows(question), question));
  const uids = page.map((row) => row[uid]);
  const clusters = page.map((row) => row.clusterId);
  const ofPage = sql<boolean>`(fact.cluster_id, fact.${sql.ref(uidColumns[unit])}) in (
    select * from unnest(${clusters}::uuid[], ${uids}::uuid[]))`;
  return sql<CostRow>`
    select ${sql.ref('clusterId')}, ${sql.ref(uid)}, ${sql.ref(name)},
      ${shownMeasures(measuresOfRows, produced)}
    from (${costRows(question, scope, question.window, sumNames, ofPage)}) as cost`;
}

const measuresOfRows: readonly MeasureName[] = measureNames.filter(
  (name) => name !== 'costSharePercent',
);

/** The column of facts that a grouping's uid is. */
const uidColumns = {
  owner: 'workload_uid',
  pod: 'pod_uid',
  container: 'pod_uid',
  node: 'node_uid',
  instance_type: 'node_uid',
} as const;
