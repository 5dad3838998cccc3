import { mapAnswer, useAnswer } from '../api/answer.ts';
import { type PageQuery } from '../api/clusters.ts';
import { type Question } from '../api/question.ts';
import { type Workload } from '../api/workloads.ts';
import { type Filter, Filters, useFilterQuery } from './filters.tsx';
import { Pages, useCursor } from './pages.tsx';
import { Panel } from './panel.tsx';
import { WorkloadTable } from './workload-table.tsx';

interface WorkloadListProps {
  readonly ask: (query: PageQuery) => Question<WorkloadPage>;
  readonly filters: readonly Filter[];
  readonly hasClusters?: boolean;
  readonly hasNamespaces?: boolean;
}

interface WorkloadPage {
  readonly data: readonly Workload[];
  readonly meta: {
    readonly pagination: { readonly next_cursor?: string; readonly has_more: boolean };
  };
}

/** Workloads by pages, with the filters that the API has for them. */
export function WorkloadList({ ask, filters, ...has }: WorkloadListProps) {
  const query = useFilterQuery(filters);
  const answer = useAnswer(ask({ ...query, cursor: useCursor() }));
  const rate = answer.data?.data[0]?.cost.current_run_rate_hourly;
  return (
    <>
      <Filters filters={filters} />
      <Panel
        title="Workloads"
        unit={`${rate?.currency ?? ''} per hour, now; used of requested`}
        height={320}
        answer={mapAnswer(answer, ({ data }) => data)}
        empty={(rows) =>
          rows.length === 0 &&
          (Object.keys(query).length > 0
            ? 'No workload matches; remove a filter.'
            : 'There is no workload here.')
        }
      >
        {(rows) => (
          <WorkloadTable
            caption="The workloads, those with the highest run rate first"
            rows={rows}
            {...has}
          />
        )}
      </Panel>
      <Pages answer={answer} />
    </>
  );
}
