import { type ReactNode } from 'react';
import { type Answer, joinAnswers, useAnswer } from '../../api/answer.ts';
import { explore } from '../../api/questions.ts';
import { countDays, describeArchive, formatDays } from '../../parts/days.ts';
import { Cost, sum, Unknown } from '../../parts/money.tsx';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { type SchemaBody } from './bodies.ts';
import { fileName, useChosen } from './options.ts';

/** A preview of the file: its sum comes from the explorer, so that an incomplete file can be detected. */
export function Contents({ answer }: { readonly answer: Answer<SchemaBody> }) {
  const { chosen } = useChosen();
  const { days, clusterIds } = chosen;
  const cost = useAnswer(
    explore({
      group_by: 'namespace',
      cost_mode: 'fully_loaded',
      basis: 'all',
      start_date: days.from,
      end_date: days.to,
      per_page: 1,
      ...(clusterIds && { cluster_ids: [...clusterIds] }),
    }),
  );
  return (
    <Panel
      title="Contents"
      unit={`${cost.data?.data.summary.currency ?? ''}, ${formatDays(days)} (UTC)`}
      height={220}
      answer={joinAnswers(answer, cost)}
    >
      {([{ data }, { data: costs }]) => {
        const { totalCost, unallocatedCost, rowCount, archivedMonths } = costs.summary;
        const isEmpty =
          rowCount === 0 && (unallocatedCost ?? (archivedMonths && '0.0000')) === '0.0000';
        const excluded = data.scope.excluded_cluster_ids.length;
        const instance = data.DatasetInstance[0];
        return (
          <>
            <dl className="export-facts">
              <Fact name="File">
                <code>{fileName(chosen)}</code>
              </Fact>
              <Fact name="Sum of EffectiveCost">
                {totalCost === undefined || unallocatedCost === undefined ? (
                  <Unknown why="Some costs are unknown." />
                ) : (
                  <Cost of={sum([totalCost, unallocatedCost])} />
                )}
              </Fact>
              {archivedMonths && <Fact name="Archived">{describeArchive(archivedMonths)}</Fact>}
              <Fact name="Window">{counted(countDays(days), 'day')}, both ends included</Fact>
              <Fact name="Rows">
                {isEmpty
                  ? `There is no ${archivedMonths ? 'other ' : ''}cost in this range: the file will have no rows.`
                  : `per day, cluster and kind of charge, for ${counted(rowCount, 'namespace')}`}
              </Fact>
              <Fact name="Partial">
                {excluded === 0
                  ? 'no: the key may read all clusters'
                  : `yes: ${counted(excluded, 'cluster')} that the key may not read ${excluded === 1 ? 'is' : 'are'} excluded`}
              </Fact>
              <Fact name="Dataset">{instance?.DatasetInstanceName}</Fact>
              <Fact name="Replaces">{data.delivery_handling.supersedes}</Fact>
              <Fact name="Schema id">
                <code>{data.schema_id}</code>
              </Fact>
            </dl>
            <p className="unit">
              {data.allocation_method.description} {data.allocation_method.warning}
            </p>
          </>
        );
      }}
    </Panel>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
