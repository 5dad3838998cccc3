import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { demoFleet } from '../src/index.ts';

type Json = Record<string, unknown>;

/** Keys that the agent leaves out when they do not apply (presence code O). */
const optionalKeys: Record<string, readonly string[]> = {
  nodes: [
    'cpu_usage_cores',
    'memory_usage_bytes',
    'gpu_model',
    'gpu_driver_version',
    'gpu_utilization_percent',
    'gpu_memory_used_bytes',
    'gpu_memory_total_bytes',
    'gpu_devices',
  ],
  containers: [
    'cpu_usage_cores',
    'memory_usage_bytes',
    'gpu_utilization_percent',
    'gpu_memory_used_bytes',
    'started',
    'exit_code',
  ],
  pods: ['priority'],
  deployments: ['total_cpu_usage', 'total_memory_usage'],
  jobs: [
    'completions',
    'parallelism',
    'backoff_limit',
    'start_time',
    'completion_time',
    'duration_seconds',
  ],
  cronjobs: ['last_schedule_time', 'last_successful_time'],
  hpas: ['min_replicas', 'last_scale_time', 'scale_up_behavior', 'scale_down_behavior'],
  pvs: ['claim_ref'],
  summary: ['total_gpu_usage', 'total_gpu_memory_used', 'total_gpu_memory_total'],
};

/** Keys of kinds that the example does not show, by the format's description. */
const describedKeys: Record<string, string> = {
  statefulsets:
    'name uid namespace strategy total_cpu_request total_cpu_limit total_memory_request total_memory_limit container_specs selector labels annotations creation_timestamp conditions replicas ready_replicas available_replicas updated_replicas service_name pod_management_policy volume_claim_templates',
  daemonsets:
    'name uid namespace strategy total_cpu_request total_cpu_limit total_memory_request total_memory_limit container_specs selector labels annotations creation_timestamp conditions desired_number_scheduled current_number_scheduled number_ready number_available number_unavailable updated_number_scheduled number_misscheduled',
  pdbs: 'name uid namespace match_labels match_expressions target_workloads min_available max_unavailable current_healthy desired_healthy disruptions_allowed expected_pods conditions labels annotations creation_timestamp',
  services:
    'name namespace type cluster_ip session_affinity cluster_ips external_ips ports selector target_workloads labels annotations creation_timestamp',
  ingresses:
    'name namespace ingress_class_name rules tls load_balancer_hostnames labels annotations creation_timestamp',
  storage_classes:
    'name provisioner reclaim_policy volume_binding_mode allow_volume_expansion is_default parameters mount_options labels annotations',
  priority_classes: 'name preemption_policy description value global_default',
  limit_ranges: 'name namespace limits',
};

const moment = new Date('2026-05-04T12:00:00Z');
const clusters = [...demoFleet(moment), ...demoFleet(moment, 'medium').slice(0, 6)];
const snapshots = clusters.map((cluster) => JSON.parse(JSON.stringify(cluster.snapshot)) as Json);
const listed = (snapshot: Json, name: string) => snapshot[name] as Json[];

function requiredKeys(name: string, object: Json): string[] {
  const optional = new Set([
    ...(optionalKeys[name] ?? []),
    ...(name.endsWith('sets') ? ['total_cpu_usage', 'total_memory_usage'] : []),
  ]);
  return Object.keys(object)
    .filter((key) => !optional.has(key))
    .sort();
}

function expectKeys(name: string, keys: readonly string[]) {
  const objects = snapshots.flatMap((snapshot) => listed(snapshot, name));
  expect(objects, name).to.not.deep.equal([]);
  for (const object of objects) expect(requiredKeys(name, object), name).to.deep.equal(keys);
}

describe('keys of the demo snapshots', () => {
  const exampleFile = new URL(
    '../../../../../shared/reference/agent-snapshot.example.json',
    import.meta.url,
  );

  for (const [name, keys] of Object.entries(describedKeys)) {
    it(`match the format in ${name}`, () => {
      expectKeys(name, keys.split(' ').sort());
    });
  }

  it('contain no empty nested list or map, which the agent sends as null', () => {
    const texts = snapshots.map((snapshot) => JSON.stringify(snapshot));
    for (const text of texts) {
      expect(
        text.replace('"custom_workloads":[]', '').match(/"[a-z_]+":(\[\]|\{\})/g) ?? [],
      ).to.satisfy((empty: string[]) =>
        empty.every((found) => /^"(hpas|pdbs|ingresses)":\[\]$/.test(found)),
      );
    }
  });

  it('are those of the example snapshot', function () {
    if (!existsSync(exampleFile)) {
      Object.assign(this.test!, { skipReason: 'the example snapshot is not on this machine' });
      this.skip();
    }
    const example = JSON.parse(readFileSync(exampleFile, 'utf8')) as Json;
    for (const snapshot of snapshots) {
      expect(Object.keys(snapshot)).to.have.members(Object.keys(example));
      for (const name of ['summary', 'health']) {
        expect(requiredKeys(name, snapshot[name] as Json)).to.deep.equal(
          requiredKeys(name, example[name] as Json),
        );
      }
    }
    const lists = Object.keys(example).filter((name) => {
      const value = example[name];
      return Array.isArray(value) && value.length > 0;
    });
    for (const name of lists) expectKeys(name, requiredKeys(name, listed(example, name)[0]!));

    const containerKeys = requiredKeys(
      'containers',
      listed(listed(example, 'pods')[0]!, 'containers')[0]!,
    );
    for (const pod of snapshots.flatMap((snapshot) => listed(snapshot, 'pods'))) {
      for (const list of ['containers', 'init_containers']) {
        for (const container of (pod[list] as Json[] | null) ?? []) {
          expect(requiredKeys('containers', container)).to.deep.equal(containerKeys);
        }
      }
    }
  });
});
