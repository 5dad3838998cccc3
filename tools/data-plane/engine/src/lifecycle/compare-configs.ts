import { differsByPercent } from '../advise/arithmetic.ts';
import { policy } from '../policy.ts';
import { parseCpu, parseMemory } from '../quantity.ts';
import { type ContainerConfig, type WorkloadConfig } from '../workload-state.ts';
import { changedSizes, type Resizing } from './open-recommendation.ts';

export type Block = 'requests' | 'limits';

/** Whether both have the same containers, with equal requests and limits. */
export const areSame = (block: Block, a: WorkloadConfig, b: WorkloadConfig): boolean =>
  areAll(block, a, b, isEqual);

/** Whether the sizes that a recommendation changes are as they were when it was computed. */
export const isUnchanged = (block: Block, resizing: Resizing, actual: WorkloadConfig): boolean =>
  areAll(block, resizing.currentConfig, actual, ifChanged(block, resizing, isEqual));

/** Whether these sizes are so close to the recommended ones that they must come from it. */
export const isApplied = (block: Block, resizing: Resizing, actual: WorkloadConfig): boolean =>
  areAll(
    block,
    resizing.recommendedConfig,
    actual,
    ifChanged(block, resizing, isWithin(policy.appliedTolerancePercent)),
  );

/**
 * Whether no request or limit that either recommendation changes has moved far enough to show it to
 * a person again.
 */
export function haveStayed(before: Resizing, now: Resizing): boolean {
  const isNear = isWithin(policy.dismissedUntilPercent);
  const configs = [before.recommendedConfig, now.recommendedConfig] as const;
  return (
    areAll('requests', ...configs, isNear) &&
    areAll('limits', ...configs, (from, to, { name, resource }) => {
      const isChanged = [before, now].some((each) => changedSizes(each, name)[resource].limit);
      return !isChanged || isNear(from, to);
    })
  );
}

/** Null if not set. */
type IsAsWanted = (
  from: bigint | null,
  to: bigint | null,
  of: { name: string; resource: 'cpu' | 'memory' },
) => boolean;

const isEqual: IsAsWanted = (from, to) => from === to;

const isWithin =
  (percent: bigint) =>
  (from: bigint | null, to: bigint | null): boolean =>
    from === to || (from !== null && to !== null && !differsByPercent(from, to, percent));

const ifChanged =
  (block: Block, resizing: Resizing, isAsWanted: IsAsWanted): IsAsWanted =>
  (from, to, of) => {
    const { request, limit } = changedSizes(resizing, of.name)[of.resource];
    return !(block === 'requests' ? request : limit) || isAsWanted(from, to, of);
  };

function areAll(block: Block, a: WorkloadConfig, b: WorkloadConfig, isAsWanted: IsAsWanted) {
  if (a.containers.length !== b.containers.length) return false;
  return a.containers.every((container) => {
    const other = b.containers.find(({ name }) => name === container.name);
    if (!other) return false;
    const [from, to] = [parseAmounts(container[block]), parseAmounts(other[block])];
    return (['cpu', 'memory'] as const).every((resource) =>
      isAsWanted(from[resource], to[resource], { name: container.name, resource }),
    );
  });
}

const parseAmounts = ({ cpu, memory }: ContainerConfig[Block]) => ({
  cpu: cpu === undefined ? null : parseCpu(cpu),
  memory: memory === undefined ? null : parseMemory(memory),
});
