import { clusterAt } from './cluster-at.ts';
import { cronRuns } from './cron-runs.ts';
import { type CronRun } from './cron-runs.ts';
import { makeAutoscaling } from './make-autoscaling.ts';
import { type Moment } from './make-container.ts';
import { makeHealth } from './make-health.ts';
import { makeCronJob, makeCronJobRun, makeStandAloneJob } from './make-jobs.ts';
import { makeNamespaces } from './make-namespaces.ts';
import { makeNetwork } from './make-network.ts';
import { makeNode } from './make-node.ts';
import { makePod } from './make-pod.ts';
import { makeStorage } from './make-storage.ts';
import { makeDaemonSet, makeDeployment, makeStatefulSet } from './make-workload.ts';
import {
  type ClusterLayout,
  type ClusterPlan,
  type WorkloadKind,
  type WorkloadPlan,
} from './plan.ts';
import { seededUuid } from './seeded.ts';
import { type Pod, type Snapshot, type SnapshotObjects } from './snapshot.ts';
import { summarize } from './summarize.ts';

const podsBy = (pods: readonly Pod[], key: (pod: Pod) => string) => {
  const groups = Map.groupBy(pods, key);
  return (value: string): readonly Pod[] => groups.get(value) ?? [];
};

const selectKind = (plan: ClusterPlan, kind: WorkloadKind): WorkloadPlan[] =>
  plan.workloads.filter((workload) => workload.kind === kind);

function makeWorkloads(plan: ClusterPlan, pods: readonly Pod[], runs: readonly CronRun[]) {
  const podsByOwner = podsBy(pods, (pod) => pod.owner_uid);
  const runsByCronJob = Map.groupBy(runs, (run) => run.cronJob.uid);
  return {
    deployments: selectKind(plan, 'Deployment').map((workload) =>
      makeDeployment(workload, podsByOwner(workload.uid)),
    ),
    statefulsets: selectKind(plan, 'StatefulSet').map((workload) =>
      makeStatefulSet(workload, podsByOwner(workload.uid)),
    ),
    daemonsets: selectKind(plan, 'DaemonSet').map((workload) =>
      makeDaemonSet(workload, podsByOwner(workload.uid)),
    ),
    jobs: [...selectKind(plan, 'Job').map(makeStandAloneJob), ...runs.map(makeCronJobRun)],
    cronjobs: selectKind(plan, 'CronJob').map((workload) =>
      makeCronJob(workload, runsByCronJob.get(workload.uid) ?? []),
    ),
  };
}

function makeObjects(plan: ClusterPlan, moment: Moment): SnapshotObjects {
  const runs = plan.pods.flatMap((pod) => cronRuns(moment, pod));
  const lasting = plan.pods.filter((pod) => pod.workload.kind !== 'CronJob');
  const pods = [...lasting.map((pod) => makePod(moment, pod)), ...runs.map((run) => run.pod)];
  const podsOn = podsBy(pods, (pod) => pod.node_name);
  const workloads = makeWorkloads(plan, pods, runs);
  const storage = makeStorage(plan);
  return {
    nodes: plan.nodes.map((node) => makeNode(moment, node, podsOn(node.name))),
    pods,
    ...makeNamespaces(plan, pods, storage.pvcs),
    ...workloads,
    custom_workloads: [],
    ...makeAutoscaling(plan, workloads.deployments),
    ...makeNetwork(plan),
    ...storage,
  };
}

/** The snapshot that the agent of a cluster would send at a moment, in Unix milliseconds. */
export function makeSnapshot(layout: ClusterLayout, at: number): Snapshot {
  const { spec } = layout;
  const plan = clusterAt(layout, at);
  const objects = makeObjects(plan, { spec, at });
  const summary = summarize(objects);
  return {
    snapshot_id: seededUuid(`${spec.name}/snapshot/${String(at)}`),
    cluster_id: '',
    timestamp: at,
    agent_version: 'v2.2.0',
    provider: spec.provider,
    region: spec.region,
    cloud_account_id: spec.account,
    kubernetes_version: spec.kubernetes_version,
    ...objects,
    summary,
    health: makeHealth(objects, summary, at),
  };
}
