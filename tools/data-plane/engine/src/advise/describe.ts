import { type FixedPoint } from '@costplane/pricing';
import {
  type ContainerSizes,
  type ContainerState,
  type Sizes,
  type WorkloadState,
} from '../workload-state.ts';
import { type Risk } from './assess-risk.ts';
import { type BelowPeak } from './below-peak.ts';
import { isThrottled, type ContainerUsage, type UsageFigures } from './usage-figures.ts';
import { amount, count, listed, money, percent, resourceName, sizeName, when } from './words.ts';

export interface Described {
  title: string;
  description: string;
  cause: string;
}

/** A container with its current sizes, its recommended sizes and the usage behind them. */
export interface SizedContainer {
  current: ContainerState;
  recommended: ContainerSizes;
  usage: ContainerUsage;
}

export interface ToDescribe {
  workload: WorkloadState;
  containers: readonly SizedContainer[];
  savingHourly: FixedPoint;
  currency: string;
  window_minutes: number;
  samples: number;
  risk: Risk;
  belowPeak: readonly BelowPeak[];
}

/** Title, description and cause of a recommendation, in plain words with numbers and units. */
export function describe(facts: ToDescribe): Described {
  const changed = facts.containers.filter(({ current, recommended }) =>
    quantityNames.some(
      ([block, resource]) => current[block][resource] !== recommended[block][resource],
    ),
  );
  return {
    title: writeTitle(facts.workload, changed),
    description: [
      ...changed.map(describeChange),
      describeSaving(facts),
      ...facts.belowPeak.map(describePeak),
      ...notesOn(facts),
    ].join(' '),
    cause: describeCause(facts, changed),
  };
}

type Block = 'requests' | 'limits';
type Resource = keyof Sizes;

const quantityNames: readonly (readonly [Block, Resource])[] = [
  ['requests', 'cpu'],
  ['limits', 'cpu'],
  ['requests', 'memory'],
  ['limits', 'memory'],
];

/** "Lower CPU and raise memory of checkout"; names the limits if no request changes. */
function writeTitle({ name }: WorkloadState, changed: readonly SizedContainer[]): string {
  const directions = (block: Block) =>
    (['lower', 'raise'] as const).flatMap((direction) => {
      const resources = (['cpu', 'memory'] as const).filter((resource) =>
        changed.some((container) => compareSizes(container, block, resource) === direction),
      );
      if (resources.length === 0) return [];
      const what = listed(resources.map((resource) => resourceName[resource]));
      return [`${direction} ${what} ${block}`];
    });
  const requests = directions('requests');
  const text = listed(requests.length > 0 ? requests : directions('limits'));
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)} of ${name}`;
}

function compareSizes({ current, recommended }: SizedContainer, block: Block, resource: Resource) {
  const [from, to] = [current[block][resource] ?? 0n, recommended[block][resource] ?? 0n];
  return from === to ? 'keep' : to < from ? 'lower' : 'raise';
}

/** "Container main: CPU request from 1 core to 0.25 cores." */
function describeChange({ current, recommended }: SizedContainer): string {
  const changes = quantityNames.flatMap(([block, resource]) => {
    const [from, to] = [current[block][resource], recommended[block][resource]];
    if (from === to || to === null) return [];
    const name = sizeName(resource, block);
    return from === null
      ? [`a ${name} of ${amount(resource, to)}, which has none`]
      : [`${name} from ${amount(resource, from)} to ${amount(resource, to)}`];
  });
  return `Container ${current.name}: ${listed(changes)}.`;
}

/** "The new CPU request of container main is below its peak of 3 cores on 2026-07-14 at 02:05 UTC." */
function describePeak({ container, block, resource, peak, peakAt }: BelowPeak): string {
  const which = `new ${sizeName(resource, block)} of container ${container}`;
  return `The ${which} is below its peak of ${amount(resource, peak)} on ${when(peakAt)}.`;
}

function describeSaving({ savingHourly, workload, currency }: ToDescribe): string {
  const pods = count(workload.running.length, 'running pod');
  const monthly = money(savingHourly * 730n, currency);
  const hourly = `${money(savingHourly, currency)} an hour`;
  const inMonth = `(${monthly} in a month of 730 hours) over ${pods}`;
  if (savingHourly === 0n) return `The cost over ${pods} stays the same.`;
  return savingHourly > 0n
    ? `Saves ${hourly} ${inMonth}.`
    : `Costs ${hourly} more ${inMonth}: this keeps the workload healthy and saves nothing.`;
}

function notesOn({ workload, risk }: ToDescribe): string[] {
  return [
    risk.reasons.length > 0 && `The risk is ${risk.level}: ${risk.reasons.join('; ')}.`,
    workload.hasHpa &&
      'The horizontal pod autoscaler measures utilization against the requests: check its target with the new ones.',
  ].filter((note) => note !== false);
}

function describeCause(facts: ToDescribe, changed: readonly SizedContainer[]): string {
  const hours = count(Math.floor(facts.window_minutes / 60), 'hour');
  const window = `In ${hours} with ${count(facts.samples, 'one-minute sample')}`;
  return `${window}, ${changed.map(describeUsage).join('; ')}.`;
}

/** Usage of a container, for the resources whose sizes change, and its requests. */
function describeUsage(container: SizedContainer): string {
  const { name } = container.current;
  const uses = [
    isChanged(container, 'cpu') && cpuUse(container),
    isChanged(container, 'memory') && memoryUse(container),
  ].filter((use) => typeof use === 'string');
  return `container ${name} ${uses.join(', and ')}`;
}

function cpuUse({ current, usage: { cpu } }: SizedContainer): string | null {
  if (!cpu) return null;
  const { busy } = cpu;
  const { hpaCpuTarget } = current;
  const parts = [
    formatRequest(current, 'cpu'),
    busy
      ? `was busy for ${percent(busy.share, 1)} of the time, then used up to ${amount('cpu', usual(busy.p90, cpu))} for 90 % of it`
      : `used up to ${amount('cpu', usual(cpu.p90, cpu))} for 90 % of the time`,
    `peaked at ${amount('cpu', cpu.maximum)} on ${when(cpu.maximumAt)}`,
  ];
  if (isThrottled(cpu)) {
    parts.push(`was at its CPU limit for ${percent(cpu.throttledShare)} of the time`);
  }
  if (hpaCpuTarget !== null) {
    parts.push(`is scaled by an autoscaler at ${String(hpaCpuTarget)} % of its CPU request`);
  }
  return listed(parts);
}

function memoryUse({ current, usage: { memory } }: SizedContainer): string | null {
  if (!memory) return null;
  const parts = [
    formatRequest(current, 'memory'),
    `used up to ${amount('memory', usual(memory.p99, memory))} for 99 % of the time`,
    `peaked at ${amount('memory', memory.maximum)} on ${when(memory.maximumAt)}`,
  ];
  if (current.oomKills > 0) {
    parts.push(`was killed ${count(current.oomKills, 'time')} because it ran out of memory`);
  }
  return listed(parts);
}

/** A percentile is the upper bound of a bucket, so it may exceed the peak. */
const usual = (percentile: bigint, { maximum }: UsageFigures) =>
  percentile < maximum ? percentile : maximum;

function formatRequest({ requests }: ContainerState, resource: Resource): string {
  const request = requests[resource];
  const name = resourceName[resource];
  return request === null
    ? `requests no ${name}`
    : `requests ${amount(resource, request)} of ${name}`;
}

const isChanged = (container: SizedContainer, resource: Resource) =>
  compareSizes(container, 'requests', resource) !== 'keep' ||
  compareSizes(container, 'limits', resource) !== 'keep';
