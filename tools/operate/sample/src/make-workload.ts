import { makeContainerSpec } from './make-container.ts';
import { makeWorkloadLabels, makeSelector } from './make-pod.ts';
import { type WorkloadPlan } from './plan.ts';
import {
  type Condition,
  type DaemonSet,
  type Deployment,
  type Pod,
  type StatefulSet,
} from './snapshot.ts';
import { hasEnded, workloadTotals } from './workload-totals.ts';

function isReady(pod: Pod): boolean {
  return pod.phase === 'Running' && (pod.containers ?? []).every((container) => container.ready);
}

function sharedPart(workload: WorkloadPlan, pods: readonly Pod[]) {
  return {
    name: workload.name,
    uid: workload.uid,
    namespace: workload.namespace,
    strategy: 'RollingUpdate',
    ...workloadTotals(pods),
    container_specs: workload.containers.map(makeContainerSpec),
    selector: makeSelector(workload),
    labels: makeWorkloadLabels(workload),
    annotations: null,
    creation_timestamp: workload.createdAt,
    conditions: null,
  };
}

function deploymentConditions(isAvailable: boolean): Condition[] {
  return [
    {
      type: 'Available',
      status: isAvailable ? 'True' : 'False',
      reason: isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
      message: '',
    },
    { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', message: '' },
  ];
}

export function makeDeployment(workload: WorkloadPlan, pods: readonly Pod[]): Deployment {
  const ready = pods.filter(isReady).length;
  return {
    ...sharedPart(workload, pods),
    replicas: workload.replicas,
    ready_replicas: ready,
    available_replicas: ready,
    unavailable_replicas: workload.replicas - ready,
    updated_replicas: workload.replicas,
    max_surge: '25%',
    max_unavailable: '25%',
    annotations: { 'deployment.kubernetes.io/revision': '3' },
    conditions: deploymentConditions(ready >= workload.replicas * 0.75),
    paused: false,
  };
}

export function makeStatefulSet(workload: WorkloadPlan, pods: readonly Pod[]): StatefulSet {
  const ready = pods.filter(isReady).length;
  return {
    ...sharedPart(workload, pods),
    replicas: workload.replicas,
    ready_replicas: ready,
    available_replicas: ready,
    updated_replicas: workload.replicas,
    service_name: workload.name,
    pod_management_policy: 'OrderedReady',
    volume_claim_templates: ['data'],
  };
}

export function makeDaemonSet(workload: WorkloadPlan, pods: readonly Pod[]): DaemonSet {
  const ready = pods.filter(isReady).length;
  const scheduled = pods.filter((pod) => !hasEnded(pod)).length;
  return {
    ...sharedPart(workload, pods),
    desired_number_scheduled: scheduled,
    current_number_scheduled: scheduled,
    number_ready: ready,
    number_available: ready,
    number_unavailable: scheduled - ready,
    updated_number_scheduled: scheduled,
    number_misscheduled: 0,
  };
}
