import { makeSelector } from './make-pod.ts';
import { type ClusterPlan, type WorkloadPlan } from './plan.ts';
import { seededNumber } from './seeded.ts';
import { type Ingress, type Service } from './snapshot.ts';

function isServed({ kind, name }: WorkloadPlan): boolean {
  return kind === 'StatefulSet' || (kind === 'Deployment' && /-(api|gateway|server)$/.test(name));
}

function makeService(workload: WorkloadPlan): Service {
  const hash = seededNumber(workload.uid);
  const isHeadless = workload.kind === 'StatefulSet';
  const ip = isHeadless ? 'None' : `172.20.${String(hash % 256)}.${String((hash >>> 8) % 250)}`;
  return {
    name: workload.name,
    namespace: workload.namespace,
    type: 'ClusterIP',
    cluster_ip: ip,
    session_affinity: 'None',
    cluster_ips: [ip],
    external_ips: null,
    ports: [{ name: 'http', protocol: 'TCP', port: 80, target_port: '8080', node_port: 0 }],
    selector: makeSelector(workload),
    target_workloads: [{ kind: workload.kind, name: workload.name, namespace: workload.namespace }],
    labels: makeSelector(workload),
    annotations: null,
    creation_timestamp: workload.createdAt,
  };
}

function makeIngress(plan: ClusterPlan, workload: WorkloadPlan): Ingress {
  const host = `${workload.name}.${plan.spec.name}.example.com`;
  return {
    name: workload.name,
    namespace: workload.namespace,
    ingress_class_name: 'nginx',
    rules: [
      {
        host,
        paths: [
          { path: '/', path_type: 'Prefix', backend_service: workload.name, backend_port: '80' },
        ],
      },
    ],
    tls: [{ hosts: [host], secret_name: `${workload.name}-tls` }],
    load_balancer_hostnames: [`ingress.${plan.spec.name}.example.com`],
    labels: null,
    annotations: null,
    creation_timestamp: workload.createdAt,
  };
}

/** Services for programs that are called by others, and ingresses for the gateways. */
export function makeNetwork(plan: ClusterPlan): { services: Service[]; ingresses: Ingress[] } {
  const gateways = plan.workloads.filter(({ name }) => name.endsWith('-gateway'));
  return {
    services: plan.workloads.filter(isServed).map((workload) => makeService(workload)),
    ingresses: gateways.map((workload) => makeIngress(plan, workload)),
  };
}
