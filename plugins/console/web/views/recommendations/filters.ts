import { useAnswer } from '../../api/answer.ts';
import { clusters } from '../../api/questions.ts';
import { choices, type Filter } from '../../parts/filters.tsx';

const useClusters = () =>
  useAnswer(clusters()).data?.data.map(({ id, metadata: { name } }) => ({
    value: id,
    label: name,
  }));
const levels = choices({ low: 'low', medium: 'medium', high: 'high' });

/** The filters of `GET /v1/recommendations`. */
export const filters: readonly Filter[] = [
  { name: 'cluster_id', label: 'Cluster', takes: 'several', useChoices: useClusters },
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
