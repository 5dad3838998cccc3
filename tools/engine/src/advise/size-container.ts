import { policy } from '../policy.ts';
import type { ContainerSizes, ContainerState } from '../workload-state.ts';
import { divideUp, isWorthwhile, largest, plusPercent, roundUp, withMargin } from './arithmetic.ts';
import { isThrottled, type ContainerUsage, type UsageFigures } from './usage-figures.ts';

/**
 * What a container should ask for, from what it used. A resource without enough samples keeps what
 * it has, as does one of which the change would be small.
 */
export function sizeContainer(container: ContainerState, usage: ContainerUsage): ContainerSizes {
  const cpu = usage.cpu?.isEnough ? sizeCpu(cpuOf(container), usage.cpu) : cpuOf(container);
  const memory = usage.memory?.isEnough
    ? sizeMemory(memoryOf(container), usage.memory, { isKilled: container.oomKills > 0 })
    : memoryOf(container);
  return {
    name: container.name,
    requests: { cpu: cpu.request, memory: memory.request },
    limits: { cpu: cpu.limit, memory: memory.limit },
  };
}

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

function sizeCpu(current: Size, usage: UsageFigures): Size {
  const step = policy.cpuStep_nanocores;
  const needsMore = isThrottled(usage);
  const target = roundUp(largest(withMargin(usage.p90), policy.leastCpu_nanocores), step);
  // What a throttled container uses says little of what it would use.
  const request = chooseRequest(current.request, target, {
    mayRise: needsMore || (current.request !== null && usage.p90 > current.request),
    mayFall: !needsMore,
  });
  const floor = largest(withMargin(usage.p99), request ?? 0n);
  return { request, limit: chooseLimit(current, request, { floor, step, needsMore }) };
}

function sizeMemory(current: Size, usage: UsageFigures, { isKilled }: { isKilled: boolean }): Size {
  const step = policy.memoryStep_bytes;
  const needed = isKilled ? afterKill(largest(current.request ?? 0n, usage.maximum)) : 0n;
  const target = roundUp(largest(withMargin(usage.p99), needed, policy.leastMemory_bytes), step);
  const request =
    current.request === null && isKilled
      ? target
      : chooseRequest(current.request, target, {
          mayRise: isKilled || (current.request !== null && usage.p99 > current.request),
          mayFall: true,
        });
  const bumped = isKilled ? afterKill(current.limit ?? 0n) : 0n;
  const floor = largest(withMargin(usage.maximum), bumped, request ?? 0n);
  return { request, limit: chooseLimit(current, request, { floor, step, needsMore: isKilled }) };
}

/** What a container needs that ran out of so much memory. */
const afterKill = (bytes: bigint) =>
  largest(plusPercent(bytes, policy.oomBumpPercent), bytes + policy.oomBump_bytes);

/** What nobody set stays unset; what is set moves where it may, if that is worth it. */
function chooseRequest(
  current: bigint | null,
  target: bigint,
  { mayRise, mayFall }: { mayRise: boolean; mayFall: boolean },
): bigint | null {
  if (current === null || !isWorthwhile(current, target)) return current;
  return (target > current ? mayRise : mayFall) ? target : current;
}

/** In the proportion to the request that it has, but not below the floor. */
function chooseLimit(
  current: Size,
  request: bigint | null,
  { floor, step, needsMore }: { floor: bigint; step: bigint; needsMore: boolean },
): bigint | null {
  const { limit } = current;
  if (limit === null || (request === current.request && !needsMore)) return limit;
  const scaled =
    current.request === null || request === null
      ? limit
      : divideUp(limit * request, current.request);
  const chosen = roundUp(largest(scaled, floor), step);
  return request === current.request && !isWorthwhile(limit, chosen) ? limit : chosen;
}
