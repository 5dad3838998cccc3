import { type ClusterSpec } from './clusters.ts';
import { busyShare, wobble } from './day-curve.ts';
import { type ContainerPlan, type WorkloadPlan } from './plan.ts';
import { type PodSituation } from './pod-situation.ts';
import { ended } from './pod-situation.ts';
import { between, seededHex } from './seeded.ts';
import { type Container, type ContainerSpec } from './snapshot.ts';
import { roundCores } from './units.ts';

/** A moment in one cluster. */
export interface Moment {
  spec: ClusterSpec;
  /** In Unix milliseconds. */
  at: number;
}

const digests = new Map<string, string>();

/** The image with its digest; the same for every pod, so it is cached. */
function imageId(image: string): string {
  const known = digests.get(image);
  if (known !== undefined) return known;
  const id = `${image.slice(0, image.lastIndexOf(':'))}@sha256:${seededHex(image, 64)}`;
  digests.set(image, id);
  return id;
}

/** The part of a container that comes from the pod template. */
export function makeContainerSpec(plan: ContainerPlan): ContainerSpec {
  return {
    name: plan.name,
    image: plan.image,
    cpu_request_cores: plan.cpu_request_cores,
    memory_request_bytes: plan.memory_request_bytes,
    cpu_limit_cores: plan.cpu_limit_cores,
    memory_limit_bytes: plan.memory_limit_bytes,
    gpu_request: plan.gpus,
    gpu_limit: plan.gpus,
  };
}

function below(limit: number, value: number): number {
  return limit > 0 ? Math.min(value, limit * 0.97) : value;
}

/** Usage of a container of a pod; `seed` varies it by pod. */
export function makeUsage(
  moment: Moment,
  workload: WorkloadPlan,
  plan: ContainerPlan,
  seed: string,
) {
  const { spec, at } = moment;
  const busy = workload.rhythm === 'people' ? busyShare(spec, at) : 0.8;
  const cores = plan.peak_cores * busy * wobble(seed, at);
  const bytes = plan.steady_bytes * (0.95 + 0.05 * wobble(`${seed}/memory`, at));
  return {
    cpu_usage_cores: roundCores(below(plan.cpu_limit_cores, cores)),
    memory_usage_bytes: Math.round(below(plan.memory_limit_bytes, bytes)),
  };
}

/** GPU metrics come from their own exporter, so they exist even without metrics-server. */
function makeGpuUsage(moment: Moment, plan: ContainerPlan, seed: string) {
  if (plan.gpus === 0 || moment.spec.provider !== '') return {};
  const busy = busyShare(moment.spec, moment.at);
  return {
    gpu_utilization_percent: Math.round(100 * between(seed, 0.3, 0.95) * (0.4 + 0.6 * busy)),
    gpu_memory_used_bytes: Math.round(between(`${seed}/gpu`, 6, 20)) * 1024 ** 3,
  };
}

/** An application container of a pod; `seed` is the pod's uid. */
export function makeContainer(
  moment: Moment,
  workload: WorkloadPlan,
  plan: ContainerPlan,
  situation: PodSituation,
  seed: string,
): Container {
  const { status } = situation;
  const isMeasured = status.state === 'running' && moment.spec.hasMetrics;
  return {
    ...makeContainerSpec(plan),
    image_id: status.state === 'waiting' && status.restart_count === 0 ? '' : imageId(plan.image),
    ephemeral_storage_request: 0,
    ephemeral_storage_limit: 0,
    ...(isMeasured && makeUsage(moment, workload, plan, `${seed}/${plan.name}`)),
    ...(status.state === 'running' && makeGpuUsage(moment, plan, seed)),
    ...status,
    ports:
      plan.port === undefined
        ? null
        : [{ name: 'http', container_port: plan.port, protocol: 'TCP' }],
  };
}

/** The init container that migrated a database schema before the program started. */
export function makeMigration(plan: ContainerPlan): Container {
  return {
    ...makeContainerSpec({ ...plan, name: 'migrate', gpus: 0 }),
    image_id: imageId(plan.image),
    ephemeral_storage_request: 0,
    ephemeral_storage_limit: 0,
    ...ended('Completed', 0),
    ports: null,
  };
}
