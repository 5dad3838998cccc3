import { type Answer, mapAnswer, useAnswer } from '../api/answer.ts';
import { namespaces } from '../api/clusters.ts';
import { departments } from '../api/filter-values.ts';
import { clusters, teams } from '../api/questions.ts';
import { choices, type Filter, toChoices } from './filters.tsx';
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

function useClusters() {
  return mapAnswer(useAnswer(clusters()), ({ data }) =>
    data.map(({ id, metadata: { name } }) => ({ value: id, label: name })),
  );
}

function useNamespaces() {
  return toNames(useAnswer(namespaces(useView().costing)));
}

function useTeams() {
  return toNames(useAnswer(teams(useView().costing)));
}

function useDepartments() {
  return toNames(useAnswer(departments(useView().costing)));
}

interface Named {
  readonly metadata: { readonly name: string };
}

const toNames = (answer: Answer<{ readonly data: readonly Named[] }>) =>
  mapAnswer(answer, ({ data }) => toChoices(data.map(({ metadata: { name } }) => name)));
