import { differsByPercent } from '../advise/arithmetic.ts';
import { policy } from '../policy.ts';
import { parseCpu, parseMemory } from '../quantity.ts';
import type { ContainerConfig, WorkloadConfig } from '../workload-state.ts';

export type Block = 'requests' | 'limits';

/** Whether both have the same containers, which request, or are limited to, the same. */
export const areSame = (block: Block, a: WorkloadConfig, b: WorkloadConfig): boolean =>
  areAll(block, a, b, (from, to) => from === to);

/** Whether what is there is so near to what was recommended that it was meant to be. */
export const areNear = (block: Block, recommended: WorkloadConfig, actual: WorkloadConfig) =>
  areAll(block, recommended, actual, isWithin(policy.appliedTolerancePercent));

/** Whether none of it has moved so far that a person should see it again. */
export const haveStayed = (block: Block, before: WorkloadConfig, now: WorkloadConfig) =>
  areAll(block, before, now, isWithin(policy.dismissedUntilPercent));

/** Null: not set. */
type IsAsWanted = (from: bigint | null, to: bigint | null) => boolean;

const isWithin =
  (percent: bigint): IsAsWanted =>
  (from, to) =>
    from === to || (from !== null && to !== null && !differsByPercent(from, to, percent));

function areAll(block: Block, a: WorkloadConfig, b: WorkloadConfig, isAsWanted: IsAsWanted) {
  if (a.containers.length !== b.containers.length) return false;
  return a.containers.every((container) => {
    const other = b.containers.find(({ name }) => name === container.name);
    if (!other) return false;
    const [from, to] = [amountsOf(container[block]), amountsOf(other[block])];
    return isAsWanted(from.cpu, to.cpu) && isAsWanted(from.memory, to.memory);
  });
}

const amountsOf = ({ cpu, memory }: ContainerConfig[Block]) => ({
  cpu: cpu === undefined ? null : parseCpu(cpu),
  memory: memory === undefined ? null : parseMemory(memory),
});
