import { useAnswer } from '../api/answer.ts';
import { namespaces } from '../api/clusters.ts';
import { departments } from '../api/filter-values.ts';
import { clusters, teams } from '../api/questions.ts';
import { type Choice, choices, type Filter } from './filters.tsx';
import { useView } from './view.tsx';

/** Filters for lists of workloads; each view uses those that apply. */
export const workloadFilters = {
  cluster: { name: 'cluster_id', label: 'Cluster', takes: 'several', useChoices: useClusters },
  namespace: {
    name: 'namespace',
    label: 'Namespace',
    takes: 'several',
    isOpen: true,
    useChoices: useNamespaces,
  },
  kind: {
    name: 'kind',
    label: 'Kind',
    takes: 'several',
    useChoices: choices({
      Deployment: 'Deployment',
      StatefulSet: 'StatefulSet',
      DaemonSet: 'DaemonSet',
    }),
  },
  team: { name: 'team', label: 'Team', takes: 'several', isOpen: true, useChoices: useTeams },
  department: {
    name: 'department',
    label: 'Department',
    takes: 'several',
    isOpen: true,
    useChoices: useDepartments,
  },
  autoscaled: {
    name: 'has_hpa',
    label: 'Autoscaler',
    takes: 'one',
    useChoices: choices({ true: 'configured', false: 'not configured' }),
  },
  rate: { name: 'min_cost_hourly', label: 'Run rate', takes: 'amount' },
} as const satisfies Record<string, Filter>;

function useClusters(): Choice[] | undefined {
  const { data } = useAnswer(clusters());
  return data?.data.map(({ id, metadata: { name } }) => ({ value: id, label: name }));
}

function useNamespaces(): Choice[] | undefined {
  const { data } = useAnswer(namespaces(useView().costing));
  return data && toChoices(data.data.map(({ metadata: { name } }) => name));
}

function useTeams(): Choice[] | undefined {
  const { data } = useAnswer(teams(useView().costing));
  return data && toChoices(data.data.map(({ metadata: { name } }) => name));
}

function useDepartments(): Choice[] | undefined {
  const { data } = useAnswer(departments(useView().costing));
  return data && toChoices(data.data.map(({ metadata: { name } }) => name));
}

const toChoices = (names: readonly string[]): Choice[] =>
  [...new Set(names)].sort().map((name) => ({ value: name, label: name }));
