import { type ClusterSpec } from './clusters.ts';
import { type MachineTypeName } from './machine-types.ts';
import { namespaceSpec } from './namespaces.ts';
import { fixedContainer } from './plan-containers.ts';
import { planWorkload } from './plan-workloads.ts';
import { type WorkloadPlan } from './plan.ts';
import {
  always,
  duringMonthlyRun,
  duringPilot,
  inSeason,
  monthlyRun,
  onWeekdays,
  type Presence,
} from './presence.ts';

/** A workload that runs only at times, with one machine for each replica. */
interface StoryWorkload {
  namespace: string;
  name: string;
  group: string;
  machine: MachineTypeName;
  /** Requests of each replica: most of its machine. */
  cores: number;
  memoryGiB: number;
  gpus?: number;
  /** Usage of each replica. */
  presences: readonly Presence[];
}

/** One more replica at each level of the season. */
const seasonSteps = (steps: number): Presence[] =>
  Array.from({ length: steps }, (_, index) => inSeason((index + 0.5) / steps));

/** New services that are tried for some weeks, each in its own namespace. */
const pilots = ['visual-search', 'gift-advisor', 'price-watch', 'returns-assistant'].map(
  (namespace, index, all): StoryWorkload => ({
    namespace,
    name: `${namespace}-model`,
    group: 'pilots',
    machine: 'm6i.4xlarge',
    cores: 14,
    memoryGiB: 52,
    presences: [duringPilot(index, all.length)],
  }),
);

/** What makes the costs of the small fleet differ from day to day, by cluster. */
const stories: Readonly<Record<string, readonly StoryWorkload[]>> = {
  'shop-production': [
    {
      namespace: 'search',
      name: 'ranking-model',
      group: 'ranking',
      machine: 'm6i.4xlarge',
      cores: 14,
      memoryGiB: 52,
      presences: [always, ...seasonSteps(7)],
    },
    ...pilots,
  ],
  'shop-staging': [
    {
      namespace: 'checkout',
      name: 'load-test',
      group: 'load-test',
      machine: 'm6i.2xlarge',
      cores: 7,
      memoryGiB: 25,
      presences: [always, onWeekdays, onWeekdays],
    },
  ],
  'data-production': [
    {
      namespace: 'warehouse',
      name: 'query-engine',
      group: 'queries',
      machine: 'n2-standard-16',
      cores: 14,
      memoryGiB: 52,
      presences: [always, onWeekdays, onWeekdays],
    },
    {
      namespace: 'recommendations',
      name: 'rerank-model',
      group: 'rerank',
      machine: 'n2-standard-16',
      cores: 14,
      memoryGiB: 52,
      presences: [always, ...seasonSteps(6)],
    },
  ],
  'analytics-nonprod': [
    {
      namespace: 'notebooks',
      name: 'kernel-pool',
      group: 'kernels',
      machine: 'Standard_D8s_v5',
      cores: 7,
      memoryGiB: 25,
      presences: [always, onWeekdays, onWeekdays, onWeekdays],
    },
  ],
  'ml-training': [
    {
      namespace: 'training',
      name: 'fine-tuning',
      group: 'fine-tuning',
      machine: 'g5.4xlarge',
      cores: 14,
      memoryGiB: 52,
      gpus: 1,
      presences: [...Array.from({ length: 5 }, () => always), ...seasonSteps(6)],
    },
    {
      namespace: 'experiments',
      name: 'hyperparameter-search',
      group: 'search',
      machine: 'g5.4xlarge',
      cores: 14,
      memoryGiB: 52,
      gpus: 1,
      presences: [always, onWeekdays, onWeekdays],
    },
    {
      namespace: 'training',
      name: 'full-retraining',
      group: 'retraining',
      machine: 'p5.48xlarge',
      cores: 180,
      memoryGiB: 1800,
      gpus: 8,
      presences: [duringMonthlyRun],
    },
  ],
};

/** The workloads of a cluster that run only at times, with their maximum number of replicas. */
export function planStory(spec: ClusterSpec): WorkloadPlan[] {
  return (stories[spec.name] ?? []).map((story): WorkloadPlan => {
    const { namespace, name, group, machine, presences, ...sizes } = story;
    const isRun = presences.includes(duringMonthlyRun);
    const owner = spec.labelsWorkloads ? namespaceSpec(namespace)?.owner : undefined;
    return {
      ...planWorkload(spec.name, isRun ? 'CronJob' : 'Deployment', namespace, name),
      ...(owner && { owner }),
      replicas: presences.length,
      containers: [
        fixedContainer(name, `${namespace}/${name}:1.4.0`, {
          ...sizes,
          memoryMiB: sizes.memoryGiB * 1024,
        }),
      ],
      ...(isRun && { run: monthlyRun }),
      visit: { presences, group: { name: group, machine, count: presences.length } },
    };
  });
}

/** The namespaces that exist only while something runs in them. */
export const pilotNamespaces: ReadonlySet<string> = new Set(pilots.map((each) => each.namespace));
