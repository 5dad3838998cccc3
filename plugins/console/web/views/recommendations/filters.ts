import { choices, type Filter } from '../../parts/filters.tsx';
import { workloadFilters } from '../../parts/workload-filters.ts';

const levels = choices({ low: 'low', medium: 'medium', high: 'high' });

/** The filters of `GET /v1/recommendations`. */
export const filters: readonly Filter[] = [
  workloadFilters.cluster,
  { name: 'namespace', label: 'Namespace', takes: 'several', isOpen: true },
  { name: 'risk_level', label: 'Risk', takes: 'several', useChoices: levels },
  { name: 'priority', label: 'Priority', takes: 'several', useChoices: levels },
  {
    name: 'status',
    label: 'Status',
    takes: 'several',
    useChoices: choices({
      pending: 'pending',
      dismissed: 'dismissed',
      applied: 'applied',
      archived: 'archived',
    }),
  },
  {
    name: 'resource_type',
    label: 'Kind',
    takes: 'several',
    useChoices: choices({
      Deployment: 'Deployment',
      StatefulSet: 'StatefulSet',
      DaemonSet: 'DaemonSet',
      Pod: 'Pod',
      Node: 'Node',
    }),
  },
  { name: 'workload_uid', label: 'Workload uid', takes: 'several', isOpen: true },
  { name: 'min_savings_hourly', label: 'Savings per hour', takes: 'amount' },
];
