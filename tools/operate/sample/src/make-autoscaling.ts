import { makeSelector } from './make-pod.ts';
import { type ClusterPlan, type Scaling, type WorkloadPlan } from './plan.ts';
import { seededUuid } from './seeded.ts';
import { type Deployment, type Hpa, type Pdb } from './snapshot.ts';

const targetPercent = 70;

/** Usage as a percentage of requests, as metrics-server reports it to the autoscaler. */
function currentMetric(deployment: Deployment): Hpa['current_metrics'] {
  const { total_cpu_usage, total_cpu_request, ready_replicas } = deployment;
  if (total_cpu_usage === undefined || total_cpu_request === 0 || ready_replicas === 0) return null;
  return [
    {
      type: 'Resource',
      resource_name: 'cpu',
      current_value: '',
      current_average_value: `${String(Math.round((total_cpu_usage / ready_replicas) * 1000))}m`,
      current_utilization: Math.round((total_cpu_usage / total_cpu_request) * 100),
    },
  ];
}

function makeHpa(workload: WorkloadPlan, scaling: Scaling, deployment: Deployment): Hpa {
  return {
    name: workload.name,
    uid: seededUuid(`${workload.uid}/hpa`),
    namespace: workload.namespace,
    target_kind: 'Deployment',
    target_name: workload.name,
    target_api_version: 'apps/v1',
    min_replicas: scaling.fewest,
    max_replicas: scaling.most,
    current_replicas: workload.replicas,
    desired_replicas: workload.replicas,
    metrics: [
      {
        type: 'Resource',
        resource_name: 'cpu',
        container_name: '',
        metric_name: '',
        target_type: 'Utilization',
        target_value: String(targetPercent),
      },
    ],
    current_metrics: currentMetric(deployment),
    conditions: [
      { type: 'AbleToScale', status: 'True', reason: 'ReadyForNewScale', message: '' },
      { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound', message: '' },
    ],
    labels: null,
    annotations: null,
    creation_timestamp: workload.createdAt,
  };
}

function makePdb(workload: WorkloadPlan, deployment: Deployment): Pdb {
  const wanted = workload.replicas - 1;
  return {
    name: workload.name,
    uid: seededUuid(`${workload.uid}/pdb`),
    namespace: workload.namespace,
    match_labels: makeSelector(workload),
    match_expressions: null,
    target_workloads: [{ kind: workload.kind, name: workload.name, namespace: workload.namespace }],
    min_available: '',
    max_unavailable: '1',
    current_healthy: deployment.ready_replicas,
    desired_healthy: wanted,
    disruptions_allowed: Math.max(0, deployment.ready_replicas - wanted),
    expected_pods: workload.replicas,
    conditions: null,
    labels: null,
    annotations: null,
    creation_timestamp: workload.createdAt,
  };
}

/** Autoscalers, each with a pod disruption budget. */
export function makeAutoscaling(
  plan: ClusterPlan,
  deployments: readonly Deployment[],
): { hpas: Hpa[]; pdbs: Pdb[] } {
  const byUid = new Map(deployments.map((deployment) => [deployment.uid, deployment]));
  const scaled = plan.workloads.flatMap((workload) => {
    const { scaling, uid } = workload;
    const deployment = byUid.get(uid);
    return scaling && deployment ? [{ workload, scaling, deployment }] : [];
  });
  return {
    hpas: scaled.map(({ workload, scaling, deployment }) => makeHpa(workload, scaling, deployment)),
    pdbs: scaled.map(({ workload, deployment }) => makePdb(workload, deployment)),
  };
}
