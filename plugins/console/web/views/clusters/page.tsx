import { Link } from '@tanstack/react-router';
import { mapAnswer, useAnswer } from '../../api/answer.ts';
import { clusterPage } from '../../api/clusters.ts';
import { clusters } from '../../api/questions.ts';
import { choices, type Filter, Filters, toChoices, useFilterQuery } from '../../parts/filters.tsx';
import { Pages, useCursor } from '../../parts/pages.tsx';
import { useKept, useView, View } from '../../parts/view.tsx';
import { ClusterList } from './cluster-list.tsx';

const filters: readonly Filter[] = [
  {
    name: 'provider',
    label: 'Provider',
    takes: 'several',
    useChoices: choices({ aws: 'AWS', gcp: 'GCP', azure: 'Azure', 'on-prem': 'On premises' }),
  },
  { name: 'region', label: 'Region', takes: 'several', isOpen: true, useChoices: useRegions },
  {
    name: 'environment',
    label: 'Environment',
    takes: 'several',
    useChoices: choices({
      production: 'production',
      'non-production': 'non-production',
      staging: 'staging',
      dev: 'dev',
    }),
  },
  {
    name: 'status',
    label: 'Status',
    takes: 'several',
    useChoices: choices({
      pending: 'pending',
      active: 'active',
      disconnected: 'disconnected',
      error: 'error',
      discovered: 'discovered',
    }),
  },
];

function useRegions() {
  return mapAnswer(useAnswer(clusters()), ({ data }) =>
    toChoices(data.map(({ metadata }) => metadata.region).filter(Boolean)),
  );
}

/** All clusters, with utilization and cost. */
export function Page() {
  const { costing } = useView();
  const kept = useKept();
  const query = useFilterQuery(filters);
  const answer = useAnswer(clusterPage(costing.basis, { ...query, cursor: useCursor() }));
  return (
    <View
      title="Clusters"
      has={['basis']}
      controls={
        <Link to="/workloads" search={kept}>
          All workloads
        </Link>
      }
    >
      <Filters filters={filters} />
      <ClusterList answer={answer} isFiltered={Object.keys(query).length > 0} />
      <Pages answer={answer} />
    </View>
  );
}
