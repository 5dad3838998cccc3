import {
  type ClusterLayout,
  type NodePlan,
  type PodPlan,
  type PodSlot,
  type WorkloadPlan,
} from './plan.ts';
import { between, seededNumber, suffixNumbered, seededSuffix, seededUuid } from './seeded.ts';
import { Turns, type Turn } from './turns.ts';
import { dayMs, minuteMs } from './units.ts';

/** Days between two versions of a program. */
const releaseDays = [9, 60] as const;
/** A rollout replaces one replica after another. */
const rolloutMs = 0.7 * minuteMs;

const suffixLength = 5;
/** Suffixes of five letters, divided among ordinals and start times of pods. */
const maxOrdinals = 1000;
const beginnings = 14_348;

interface KeptPod {
  since: number | null;
  plan: PodPlan;
}

/** Cache of the last pod of each slot, because most pods stay from one moment to the next. */
const kept = new WeakMap<PodSlot, KeptPod>();

/**
 * The pod of a slot at a moment, started by a node, by a decision of the autoscaler (null: from the
 * beginning), or by a newer version.
 */
export function planPod(
  layout: ClusterLayout,
  slot: PodSlot,
  { at, began, node }: { at: number; began: number | null; node: NodePlan | undefined },
): PodPlan {
  const release = slot.workload.isReleased ? releaseAt(layout, slot, at) : null;
  const since = release && release.since > (began ?? 0) ? release.since : began;
  const last = kept.get(slot);
  if (last?.since === since && last.plan.node === node) return last.plan;
  const plan = makePlan(layout, slot, { since, release, node });
  kept.set(slot, { since, plan });
  return plan;
}

const releases = new WeakMap<WorkloadPlan, Turns>();

function releaseAt(layout: ClusterLayout, { workload, ordinal }: PodSlot, at: number): Turn | null {
  const delay = ordinal * rolloutMs;
  const turns =
    releases.get(workload) ?? new Turns(`${workloadSeed(layout, workload)}/release`, releaseDays);
  releases.set(workload, turns);
  const turn = turns.at(at - delay);
  return turn && { ...turn, since: turn.since + delay };
}

const workloadSeed = ({ spec }: ClusterLayout, { namespace, kind, name }: WorkloadPlan) =>
  `${spec.name}/${namespace}/${kind}/${name}`;

interface Beginning {
  since: number | null;
  release: Turn | null;
  node: NodePlan | undefined;
}

function makePlan(layout: ClusterLayout, slot: PodSlot, { since, release, node }: Beginning) {
  const { workload, ordinal, ip, trouble } = slot;
  const seed = workloadSeed(layout, workload);
  const version = release ? `${seed}@${String(release.number)}` : seed;
  const name = podName(workload, ordinal, { version, own: ownSuffix(seed, ordinal, since) });
  const first = workload.createdAt + between(`${seed}/${name}`, 0.01, 60) * dayMs;
  return {
    workload,
    ordinal,
    name,
    uid: seededUuid(`${seed}/pod/${name}${since === null ? '' : `@${String(since)}`}`),
    ip,
    createdAt: Math.round(since ?? first),
    ...(node && { node }),
    ...(trouble && { trouble }),
  };
}

/** Differs from the suffix of any other pod of the workload at the time. */
function ownSuffix(seed: string, ordinal: number, since: number | null): string {
  const beginning = since === null ? 0 : seededNumber(`${seed}@${String(since)}`) % beginnings;
  return suffixNumbered(seededNumber(seed) + ordinal + maxOrdinals * beginning, suffixLength);
}

function podName(
  { kind, name }: WorkloadPlan,
  ordinal: number,
  { version, own }: { version: string; own: string },
): string {
  switch (kind) {
    case 'StatefulSet':
      return `${name}-${String(ordinal)}`;
    case 'Deployment':
      return `${name}-${seededSuffix(version, 10)}-${own}`;
    default:
      return `${name}-${own}`;
  }
}
