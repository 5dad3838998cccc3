import { type ClusterSpec } from './clusters.ts';
import { chores, namespaceSpec, roles, stores } from './namespaces.ts';
import { type NamespaceSpec, type Owner } from './namespaces.ts';
import { fixedContainer, meshProxy, planContainer, unsizedContainer } from './plan-containers.ts';
import {
  type RunSchedule,
  type Scaling,
  type Trouble,
  type WorkloadKind,
  type WorkloadPlan,
} from './plan.ts';
import { between, seededFraction, seededNumber, seededPick, seededUuid } from './seeded.ts';
import { GiB, dayMs, fleetDay, hourMs, minuteMs } from './units.ts';

const meshNamespaces = new Set(['checkout', 'payments']);

/** Defaults of every workload; the planners below override what differs. */
export function planWorkload(
  cluster: string,
  kind: WorkloadKind,
  namespace: string,
  name: string,
): WorkloadPlan {
  const seed = `${cluster}/${kind}/${namespace}/${name}`;
  return {
    kind,
    name,
    uid: seededUuid(seed),
    namespace,
    serviceAccount: 'default',
    replicas: 1,
    containers: [planContainer(`${namespace}/${name}`, 'app', `${namespace}/${name}`)],
    hasMigration: false,
    createdAt: fleetDay(between(seed, 1, 100)),
    rhythm: 'people',
    isReleased: false,
    priorityClass: '',
  };
}

function pickTrouble(seed: string): Trouble | undefined {
  const chance = seededFraction(`${seed}/trouble`);
  if (chance < 0.015) return 'crash-loop';
  if (chance < 0.04) return 'out-of-memory';
  if (chance < 0.055) return 'evicted';
  if (chance < 0.065) return 'image-missing';
  return undefined;
}

function planDeployment(spec: ClusterSpec, namespace: string, index: number): WorkloadPlan {
  const { subjects } = findSpec(namespace);
  const subject = subjects[index % subjects.length] ?? subjects[0];
  const role = roles[Math.floor(index / subjects.length) % roles.length] ?? roles[0];
  const name = `${subject}-${role}`;
  const seed = `${spec.name}/${namespace}/${name}`;
  const plan = planWorkload(spec.name, 'Deployment', namespace, name);
  const trouble = pickTrouble(seed);
  const image = `${namespace}/${name}`;
  const replicas = Math.round(between(`${seed}/replicas`, spec.replicas[0], spec.replicas[1]));
  const program =
    seededFraction(`${seed}/sized`) < 0.04
      ? unsizedContainer(image, role, image)
      : planContainer(image, role, image);
  return {
    ...plan,
    ...ownerLabelled(spec, namespace, subject),
    replicas,
    containers: meshNamespaces.has(namespace) ? [program, meshProxy] : [program],
    hasMigration: seededFraction(`${seed}/migrates`) < 0.12,
    ...(role === 'api' &&
      spec.environment === 'production' && { scaling: planScaling(seed, replicas) }),
    // Workloads with trouble get no releases.
    isReleased: trouble === undefined,
    rhythm: role === 'sync' ? 'even' : 'people',
    ...(trouble && { trouble }),
  };
}

function planScaling(seed: string, fewest: number): Scaling {
  return {
    fewest,
    most: fewest + Math.max(1, Math.round(fewest * between(`${seed}/scaling`, 0.3, 0.9))),
    aheadMs: Math.round(between(`${seed}/ahead`, -45, 45)) * minuteMs,
  };
}

function planStatefulSet(spec: ClusterSpec, namespace: string, index: number): WorkloadPlan {
  const store = stores[(seededNumber(namespace) + index) % stores.length] ?? stores[0];
  const name = `${namespace}-${store}`;
  const plan = planWorkload(spec.name, 'StatefulSet', namespace, name);
  const sized = planContainer(name, store, `library/${store}`);
  return {
    ...plan,
    ...ownerLabelled(spec, namespace),
    replicas: spec.environment === 'production' ? 3 : 1,
    containers: [
      {
        ...sized,
        memory_request_bytes: sized.memory_request_bytes * 2,
        memory_limit_bytes: sized.memory_request_bytes * 2,
        steady_bytes: Math.round(sized.memory_request_bytes * between(`${name}/fill`, 0.9, 1.7)),
      },
    ],
    volume_bytes: seededPick(`${spec.name}/${name}/volume`, [10, 20, 50, 100, 200]) * GiB,
  };
}

function planSchedule(seed: string): RunSchedule {
  const durationMs = Math.round(between(`${seed}/duration`, 2, 12) * minuteMs);
  const minute = seededNumber(`${seed}/minute`) % 60;
  const hour = seededNumber(`${seed}/hour`) % 24;
  const quarter = {
    cron: '*/15 * * * *',
    period: { lengthMs: 15 * minuteMs, offsetMs: 0 },
    durationMs,
  };
  const hourly = {
    cron: `${String(minute)} * * * *`,
    period: { lengthMs: hourMs, offsetMs: minute * minuteMs },
    durationMs: durationMs * 2,
  };
  const daily = {
    cron: `${String(minute)} ${String(hour)} * * *`,
    period: { lengthMs: dayMs, offsetMs: hour * hourMs + minute * minuteMs },
    durationMs: durationMs * 5,
  };
  return seededPick(`${seed}/period`, [quarter, hourly, daily]);
}

function planCronJob(spec: ClusterSpec, namespace: string, index: number): WorkloadPlan {
  const chore = chores[(seededNumber(namespace) + index) % chores.length] ?? chores[0];
  const name = `${namespace}-${chore}`;
  const seed = `${spec.name}/${namespace}/${name}`;
  return {
    ...planWorkload(spec.name, 'CronJob', namespace, name),
    ...ownerLabelled(spec, namespace),
    run: planSchedule(seed),
    rhythm: 'even',
    ...(seededFraction(`${seed}/fails`) < 0.08 && { trouble: 'failed' as const }),
  };
}

/** Programs that request whole GPUs, in clusters with GPUs. */
function planGpuWorkloads(spec: ClusterSpec): WorkloadPlan[] {
  if (!spec.groups.some((group) => group.name === 'gpu')) return [];
  const perGpu =
    spec.provider === '' ? { cores: 4, memoryMiB: 32_768 } : { cores: 2, memoryMiB: 8_192 };
  return spec.namespaces.slice(0, 3).map((namespace) => {
    const name = `${namespace}-gpu-server`;
    const container = fixedContainer('server', `${namespace}/gpu-server:2.1.0`, {
      ...perGpu,
      gpus: 1,
    });
    return {
      ...planWorkload(spec.name, 'Deployment', namespace, name),
      ...ownerLabelled(spec, namespace),
      replicas: spec.provider === '' ? 3 : 1,
      containers: [container],
    };
  });
}

/** One failure in each list of a namespace: a pod that is too large, a failed job. */
function planMisfits(spec: ClusterSpec): WorkloadPlan[] {
  const [namespace] = spec.namespaces;
  if (namespace === undefined) return [];
  const oversized = fixedContainer('batch', `${namespace}/backfill:0.9.0`, {
    cores: 24,
    memoryMiB: 49_152,
  });
  const labelled = ownerLabelled(spec, namespace);
  return [
    {
      ...planWorkload(spec.name, 'Deployment', namespace, `${namespace}-backfill`),
      ...labelled,
      containers: [oversized],
    },
    {
      ...planWorkload(spec.name, 'Job', namespace, `${namespace}-migrate-v7`),
      ...labelled,
      trouble: 'failed',
    },
  ];
}

function findSpec(namespace: string): NamespaceSpec {
  const spec = namespaceSpec(namespace);
  if (!spec) throw new Error(`namespace ${namespace} has no entry in namespaces.ts`);
  return spec;
}

/** The owner in the workload's own labels, if it differs or if the cluster repeats owner labels. */
function ownerLabelled(
  { labelsWorkloads }: ClusterSpec,
  namespace: string,
  subject = '',
): { owner?: Owner } {
  const { owner, otherOwners = {} } = findSpec(namespace);
  const named = otherOwners[subject] ?? (labelsWorkloads ? owner : undefined);
  return named ? { owner: named } : {};
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The workloads of the teams, without the system workloads. */
export function planTeamWorkloads(spec: ClusterSpec): WorkloadPlan[] {
  const perNamespace = spec.namespaces.flatMap((namespace) => [
    ...times(spec.deploymentsPerNamespace, (index) => planDeployment(spec, namespace, index)),
    ...times(spec.statefulSetsPerNamespace, (index) => planStatefulSet(spec, namespace, index)),
    ...times(spec.cronJobsPerNamespace, (index) => planCronJob(spec, namespace, index)),
  ]);
  return [...perNamespace, ...planGpuWorkloads(spec), ...planMisfits(spec)];
}
