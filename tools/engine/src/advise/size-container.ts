import { policy } from '../policy.ts';
import type { ContainerSizes, ContainerState } from '../workload-state.ts';
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
 * What a container should ask for, from what it used. A resource without enough samples keeps what
 * it has, as does one of which the change would be small. What is small depends on whether there is a
 * recommendation for it that is open.
 */
export function sizeContainer(
  container: ContainerState,
  usage: ContainerUsage,
  open: OpenSizes = nothingOpen,
): ContainerSizes {
  const isKilled = container.oomKills > 0;
  const cpu = usage.cpu?.isEnough
    ? sizeCpu(cpuOf(container), usage.cpu, open.cpu)
    : cpuOf(container);
  const memory = usage.memory?.isEnough
    ? sizeMemory(memoryOf(container), usage.memory, { isKilled, open: open.memory })
    : memoryOf(container);
  return {
    name: container.name,
    requests: { cpu: cpu.request, memory: memory.request },
    limits: { cpu: cpu.limit, memory: memory.limit },
  };
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

const cpuOf = ({ requests, limits }: ContainerSizes): Size => ({
  request: requests.cpu,
  limit: limits.cpu,
});
const memoryOf = ({ requests, limits }: ContainerSizes): Size => ({
  request: requests.memory,
  limit: limits.memory,
});

function sizeCpu(current: Size, usage: UsageFigures, open: OpenSize): Size {
  const step = policy.cpuStep_nanocores;
  const needsMore = isThrottled(usage);
  const target = roundUp(largest(withMargin(usage.p90), policy.leastCpu_nanocores), step);
  // What a throttled container uses says little of what it would use.
  const request = chooseRequest(current.request, target, {
    mayRise: needsMore || exceeds(usage.p90, current.request, open.request),
    mayFall: !needsMore,
    isOpen: open.request,
  });
  const floor = largest(withMargin(usage.p99), request ?? 0n);
  return {
    request,
    limit: chooseLimit(current, request, { floor, step, needsMore, isOpen: open.limit }),
  };
}

function sizeMemory(
  current: Size,
  usage: UsageFigures,
  { isKilled, open }: { isKilled: boolean; open: OpenSize },
): Size {
  const step = policy.memoryStep_bytes;
  const needed = isKilled ? afterKill(largest(current.request ?? 0n, usage.maximum)) : 0n;
  const target = roundUp(largest(withMargin(usage.p99), needed, policy.leastMemory_bytes), step);
  const request =
    current.request === null && isKilled
      ? target
      : chooseRequest(current.request, target, {
          mayRise: isKilled || exceeds(usage.p99, current.request, open.request),
          mayFall: true,
          isOpen: open.request,
        });
  const bumped = isKilled ? afterKill(current.limit ?? 0n) : 0n;
  const floor = largest(withMargin(usage.maximum), bumped, request ?? 0n);
  return {
    request,
    limit: chooseLimit(current, request, { floor, step, needsMore: isKilled, isOpen: open.limit }),
  };
}

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
  floor: bigint;
  step: bigint;
  needsMore: boolean;
  isOpen: boolean;
}

/** In the proportion to the request that it has, but not below the floor. */
function chooseLimit(
  current: Size,
  request: bigint | null,
  { floor, step, needsMore, isOpen }: LimitOptions,
): bigint | null {
  const { limit } = current;
  if (limit === null || (request === current.request && !needsMore)) return limit;
  const scaled =
    current.request === null || request === null
      ? limit
      : divideUp(limit * request, current.request);
  const chosen = roundUp(largest(scaled, floor), step);
  return request === current.request && !isWorthwhile(limit, chosen, isOpen) ? limit : chosen;
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
