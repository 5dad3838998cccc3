import { type Moment } from './make-container.ts';
import { makeContainer, makeMigration } from './make-container.ts';
import { type PodPlan, type WorkloadPlan } from './plan.ts';
import { type PodSituation } from './pod-situation.ts';
import { describeSituation } from './pod-situation.ts';
import { type Condition, type Container, type Pod, type StringMap } from './snapshot.ts';

const hostAgents = new Set(['aws-node', 'cilium', 'kube-proxy', 'node-exporter']);
const logReaders = new Set(['fluent-bit', 'node-exporter']);

/** The quality-of-service class, computed from the application containers by the rule of Kubernetes. */
export function qosClass(containers: readonly Container[]): Pod['qos_class'] {
  const values = containers.map((container) => [
    container.cpu_request_cores,
    container.cpu_limit_cores,
    container.memory_request_bytes,
    container.memory_limit_bytes,
  ]);
  if (values.flat().every((value) => value === 0)) return 'BestEffort';
  const isGuaranteed = containers.every(
    (container) =>
      container.cpu_limit_cores > 0 &&
      container.memory_limit_bytes > 0 &&
      container.cpu_request_cores === container.cpu_limit_cores &&
      container.memory_request_bytes === container.memory_limit_bytes,
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

function makeConditions(pod: PodPlan, { phase, status }: PodSituation): Condition[] {
  const condition = (type: string, isTrue: boolean, reason = '', message = ''): Condition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason: isTrue ? '' : reason,
    message: isTrue ? '' : message,
  });
  if (!pod.node) {
    return [condition('PodScheduled', false, 'Unschedulable', 'No node has room for the pod.')];
  }
  const reason = phase === 'Succeeded' ? 'PodCompleted' : 'ContainersNotReady';
  return [
    condition('Initialized', true),
    condition('Ready', status.ready, reason),
    condition('ContainersReady', status.ready, reason),
    condition('PodScheduled', true),
  ];
}

function findPriority({ priorityClass }: WorkloadPlan): number {
  return priorityClass === 'system-cluster-critical' ? 2_000_000_000 : 0;
}

/** Labels that select the pods of a workload. */
export function makeSelector(workload: WorkloadPlan): StringMap {
  return { 'app.kubernetes.io/name': workload.name };
}

/** Labels of the workload and of its pods. */
export function makeWorkloadLabels(workload: WorkloadPlan): StringMap {
  return { ...makeSelector(workload), ...workload.owner };
}

/** A pod at a moment, in its planned situation or in a given one. */
export function makePod(
  moment: Moment,
  plan: PodPlan,
  situation = describeSituation(plan, moment.at),
  labels: StringMap = {},
): Pod {
  const { workload, node } = plan;
  const containers = workload.containers.map((container) =>
    makeContainer(moment, workload, container, situation, plan.uid),
  );
  const [first] = workload.containers;
  const hostNetwork = hostAgents.has(workload.name);
  const hasAddress = node !== undefined && situation.phase !== 'Failed';
  return {
    name: plan.name,
    uid: plan.uid,
    namespace: workload.namespace,
    node_name: node?.name ?? '',
    phase: situation.phase,
    reason: situation.reason,
    qos_class: qosClass(containers),
    owner_kind: workload.kind,
    owner_name: workload.name,
    owner_uid: workload.uid,
    containers,
    init_containers: workload.hasMigration && node && first ? [makeMigration(first)] : null,
    labels: { ...makeWorkloadLabels(workload), ...labels },
    annotations: null,
    creation_timestamp: plan.createdAt,
    priority_class_name: workload.priorityClass,
    priority: findPriority(workload),
    scheduler_name: 'default-scheduler',
    service_account_name: workload.serviceAccount,
    pod_ip: hasAddress ? (hostNetwork ? node.ip : plan.ip) : '',
    host_ip: node?.ip ?? '',
    host_network: hostNetwork,
    has_hostpath: hostNetwork || logReaders.has(workload.name),
    has_emptydir: workload.hasMigration || workload.containers.length > 1,
    conditions: makeConditions(plan, situation),
  };
}
