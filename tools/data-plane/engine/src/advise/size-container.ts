import { policy } from '../policy.ts';
import { type ContainerSizes, type ContainerState } from '../workload-state.ts';
import {
  differsByPercent,
  divideUp,
  largest,
  plusPercent,
  roundUp,
  withMargin,
} from './arithmetic.ts';
import { isThrottled, type ContainerUsage, type UsageFigures } from './usage-figures.ts';

/**
 * The recommended requests and limits of a container, from its usage. A resource without enough
 * samples, or with only a small change, keeps its values. The threshold for small changes is lower
 * if the open recommendation already changes the resource.
 */
export function sizeContainer(
  container: ContainerState,
  usage: ContainerUsage,
  open: OpenSizes = nothingOpen,
): ContainerSizes {
  const cpu = usage.cpu?.isEnough ? sizeCpu(container, usage.cpu, open.cpu) : pickCpu(container);
  const memory = usage.memory?.isEnough
    ? sizeMemory(container, usage.memory, open.memory)
    : pickMemory(container);
  return withSizes(container.name, cpu, memory);
}

/**
 * Raises the sizes to at least what was observed. A current value below that is not worth a rollout
 * by itself, but must not be recommended again.
 */
export function raiseToObserved(
  sizes: ContainerSizes,
  usage: ContainerUsage,
  hpaCpuTarget: number | null,
): ContainerSizes {
  const cpu = usage.cpu ? raiseCpu(pickCpu(sizes), usage.cpu, hpaCpuTarget) : pickCpu(sizes);
  const memory = usage.memory ? raiseMemory(pickMemory(sizes), usage.memory) : pickMemory(sizes);
  return withSizes(sizes.name, cpu, memory);
}

/** The sizes of a container that the open recommendation already changes. */
export type OpenSizes = Record<'cpu' | 'memory', OpenSize>;
interface OpenSize {
  request: boolean;
  limit: boolean;
}

const nothingOpen: OpenSizes = {
  cpu: { request: false, limit: false },
  memory: { request: false, limit: false },
};

/** One size of a resource; null if not set. */
interface Size {
  request: bigint | null;
  limit: bigint | null;
}

const pickCpu = ({ requests, limits }: ContainerSizes): Size => ({
  request: requests.cpu,
  limit: limits.cpu,
});
const pickMemory = ({ requests, limits }: ContainerSizes): Size => ({
  request: requests.memory,
  limit: limits.memory,
});

const withSizes = (name: string, cpu: Size, memory: Size): ContainerSizes => ({
  name,
  requests: { cpu: cpu.request, memory: memory.request },
  limits: { cpu: cpu.limit, memory: memory.limit },
});

const cpuStep = policy.cpuStep_nanocores;
const memoryStep = policy.memoryStep_bytes;

function sizeCpu(container: ContainerState, usage: UsageFigures, open: OpenSize): Size {
  const current = pickCpu(container);
  const needsMore = isThrottled(usage);
  const used = usage.busy?.p90 ?? usage.p90;
  const target = largest(
    withMargin(used),
    atTarget(largest(usage.p90, usage.average), container.hpaCpuTarget),
    policy.minCpu_nanocores,
  );
  // The usage of a throttled container says little about its actual need.
  const request = chooseRequest(current.request, roundUp(target, cpuStep), {
    mayRise: needsMore || exceeds(used, current.request, open.request),
    mayFall: !needsMore,
    isOpen: open.request,
  });
  const need = largest(cpuLimitNeed(usage), request ?? 0n);
  const limit = chooseLimit(current, request, {
    need,
    step: cpuStep,
    needsMore,
    isOpen: open.limit,
  });
  return { request, limit };
}

/** No limit may be below the maximum; the margin is added to the usual usage. */
const cpuLimitNeed = (usage: UsageFigures) => largest(withMargin(usage.p99), usage.maximum);

/**
 * The request at which the usage meets the autoscaler's target. A lower one would make it run more
 * replicas for the same usage.
 */
const atTarget = (used: bigint, target: number | null) =>
  target === null ? 0n : divideUp(used * 100n, BigInt(target));

function sizeMemory(container: ContainerState, usage: UsageFigures, open: OpenSize): Size {
  const current = pickMemory(container);
  const isKilled = container.oomKills > 0;
  // Uses the request at the time of the kill, because the current one may be higher.
  const { memoryRequest, memoryLimit } = container.killedAt;
  const used = largest(usage.p99, usage.maximum);
  const needed = isKilled ? afterKill(largest(memoryRequest ?? 0n, usage.maximum)) : 0n;
  const target = roundUp(largest(withMargin(used), needed, policy.minMemory_bytes), memoryStep);
  const request =
    current.request === null && isKilled
      ? target
      : chooseRequest(current.request, target, {
          mayRise: isKilled || exceeds(used, current.request, open.request),
          mayFall: true,
          isOpen: open.request,
        });
  const bumped = isKilled ? afterKill(memoryLimit ?? 0n) : 0n;
  const need = largest(withMargin(usage.maximum), bumped, request ?? 0n);
  const limit = chooseLimit(current, request, {
    need,
    step: memoryStep,
    needsMore: isKilled,
    isOpen: open.limit,
  });
  return { request, limit };
}

function raiseCpu({ request, limit }: Size, usage: UsageFigures, hpaCpuTarget: number | null) {
  // The average, which the autoscaler keeps constant. A higher request would make it run fewer
  // replicas with more usage each, and the next recommendation would be higher still.
  const raised = raiseTo(request, atTarget(usage.average, hpaCpuTarget), cpuStep);
  const need = limit !== null && limit < usage.maximum ? cpuLimitNeed(usage) : 0n;
  return { request: raised, limit: raiseTo(limit, largest(need, raised ?? 0n), cpuStep) };
}

function raiseMemory({ request, limit }: Size, usage: UsageFigures): Size {
  const peak = withMargin(usage.maximum);
  const raised = raiseTo(request, peak, memoryStep);
  const need = limit !== null && limit < usage.maximum ? peak : 0n;
  return { request: raised, limit: raiseTo(limit, largest(need, raised ?? 0n), memoryStep) };
}

/** Values that are not set stay unset. */
const raiseTo = (size: bigint | null, least: bigint, step: bigint) =>
  size === null || size >= least ? size : roundUp(least, step);

/** The need of a container that ran out of memory at this size. */
const afterKill = (bytes: bigint) =>
  largest(plusPercent(bytes, policy.oomBumpPercent), bytes + policy.oomBump_bytes);

/** Unset values stay unset; others change in the allowed direction, if it is worthwhile. */
function chooseRequest(
  current: bigint | null,
  target: bigint,
  { mayRise, mayFall, isOpen }: { mayRise: boolean; mayFall: boolean; isOpen: boolean },
): bigint | null {
  if (current === null || !isWorthwhile(current, target, isOpen)) return current;
  return (target > current ? mayRise : mayFall) ? target : current;
}

interface LimitOptions {
  need: bigint;
  step: bigint;
  needsMore: boolean;
  isOpen: boolean;
}

/**
 * A lower request lowers the limit in proportion, but not below the need. Otherwise a limit is only
 * raised to the need.
 */
function chooseLimit(
  current: Size,
  request: bigint | null,
  { need, step, needsMore, isOpen }: LimitOptions,
): bigint | null {
  const { limit } = current;
  if (limit === null || (request === current.request && !needsMore)) return limit;
  const wanted = largest(inProportion(limit, current.request, request), need);
  if (wanted === limit) return limit;
  const chosen = roundUp(wanted, step);
  return request === current.request && !isWorthwhile(limit, chosen, isOpen) ? limit : chosen;
}

/** The limit in proportion to a lower request. */
function inProportion(limit: bigint, before: bigint | null, request: bigint | null): bigint {
  const isLowered = before !== null && request !== null && request < before;
  return isLowered ? divideUp(limit * request, before) : limit;
}

/** Whether a change is large enough for a rollout. */
function isWorthwhile(from: bigint, to: bigint, isOpen: boolean): boolean {
  const { minChangePercent, minChangeWhileOpenPercent } = policy;
  return differsByPercent(from, to, isOpen ? minChangeWhileOpenPercent : minChangePercent);
}

/** Whether the usage exceeds the request. */
function exceeds(used: bigint, request: bigint | null, isOpen: boolean): boolean {
  if (request === null) return false;
  return (isOpen ? plusPercent(used, policy.minChangeWhileOpenPercent) : used) > request;
}
