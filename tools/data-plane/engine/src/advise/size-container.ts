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
 * The requests and limits that a container should have, from what it used. A resource without enough
 * samples keeps what it has, as does one of which the change would be small. What is small depends
 * on whether there is a recommendation for it that is open.
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
 * The sizes, of which none is below what was observed. What is set below it today is not worth a
 * rollout alone, but is not recommended again.
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

/** Which sizes of a container an open recommendation changes already. */
export type OpenSizes = Record<'cpu' | 'memory', OpenSize>;
interface OpenSize {
  request: boolean;
  limit: boolean;
}

const nothingOpen: OpenSizes = {
  cpu: { request: false, limit: false },
  memory: { request: false, limit: false },
};

/** Of one resource; null: not set. */
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
    policy.leastCpu_nanocores,
  );
  // What a throttled container uses says little of what it would use.
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

/** No limit may be below the maximum; the margin is on top of what is usual. */
const cpuLimitNeed = (usage: UsageFigures) => largest(withMargin(usage.p99), usage.maximum);

/**
 * The request of which a use is the target of the autoscaler. With a lower one, it would run more
 * replicas for the same use.
 */
const atTarget = (used: bigint, target: number | null) =>
  target === null ? 0n : divideUp(used * 100n, BigInt(target));

function sizeMemory(container: ContainerState, usage: UsageFigures, open: OpenSize): Size {
  const current = pickMemory(container);
  const isKilled = container.oomKills > 0;
  // By what it requested at the kill, not by what it requests now: that may be more since.
  const { memoryRequest, memoryLimit } = container.killedAt;
  const used = largest(usage.p99, usage.maximum);
  const needed = isKilled ? afterKill(largest(memoryRequest ?? 0n, usage.maximum)) : 0n;
  const target = roundUp(largest(withMargin(used), needed, policy.leastMemory_bytes), memoryStep);
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
  // The average, which an autoscaler holds: at a higher request it would run fewer replicas, of
  // which each used more, and the next request would be higher still.
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

/** What is not set stays so. */
const raiseTo = (size: bigint | null, least: bigint, step: bigint) =>
  size === null || size >= least ? size : roundUp(least, step);

/** What a container needs that ran out of so much memory. */
const afterKill = (bytes: bigint) =>
  largest(plusPercent(bytes, policy.oomBumpPercent), bytes + policy.oomBump_bytes);

/** What nobody set stays unset; what is set moves where it may, if that is worth it. */
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
 * A request that falls takes its limit with it, in proportion, but not below the need. Otherwise a
 * limit rises to the need, and no further.
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

/** The limit beside a request that falls. */
function inProportion(limit: bigint, before: bigint | null, request: bigint | null): bigint {
  const isLowered = before !== null && request !== null && request < before;
  return isLowered ? divideUp(limit * request, before) : limit;
}

/** Whether a change is worth a rollout. */
function isWorthwhile(from: bigint, to: bigint, isOpen: boolean): boolean {
  const { leastChangePercent, leastChangeWhileOpenPercent } = policy;
  return differsByPercent(from, to, isOpen ? leastChangeWhileOpenPercent : leastChangePercent);
}

/** Whether more is used than is asked for. */
function exceeds(used: bigint, request: bigint | null, isOpen: boolean): boolean {
  if (request === null) return false;
  return (isOpen ? plusPercent(used, policy.leastChangeWhileOpenPercent) : used) > request;
}
