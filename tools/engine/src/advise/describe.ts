import type { FixedPoint } from '@costplane/pricing';
import { formatCpu, formatMemory } from '../quantity.ts';
import type { ContainerSizes, Sizes, WorkloadState } from '../workload-state.ts';
import type { Risk } from './assess-risk.ts';
import { isThrottled, type ContainerUsage } from './usage-figures.ts';
import { cores, count, listed, mebibytes, money, percent } from './words.ts';

export interface Described {
  title: string;
  description: string;
  cause: string;
}

/** A container with what it has, what it should have and why. */
export interface SizedContainer {
  current: ContainerSizes & { oomKills: number };
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
}

/** What to change, what it brings and why, in plain words with numbers and units. */
export function describe(facts: ToDescribe): Described {
  const changed = facts.containers.filter(({ current, recommended }) =>
    quantityNames.some(
      ([block, resource]) => current[block][resource] !== recommended[block][resource],
    ),
  );
  return {
    title: titleOf(facts.workload, changed),
    description: [...changed.map(changeOf), savingOf(facts), ...notesOn(facts)].join(' '),
    cause: causeOf(facts, changed),
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
const nameOf = { cpu: 'CPU', memory: 'memory' };
const singular = { requests: 'request', limits: 'limit' };

/** "Lower CPU and raise memory of checkout"; where no request changes, its limits. */
function titleOf({ name }: WorkloadState, changed: readonly SizedContainer[]): string {
  const directions = (block: Block) =>
    (['lower', 'raise'] as const).flatMap((direction) => {
      const resources = (['cpu', 'memory'] as const).filter((resource) =>
        changed.some((container) => directionOf(container, block, resource) === direction),
      );
      if (resources.length === 0) return [];
      const what = listed(resources.map((resource) => nameOf[resource]));
      return [`${direction} ${what} ${block}`];
    });
  const requests = directions('requests');
  const text = listed(requests.length > 0 ? requests : directions('limits'));
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)} of ${name}`;
}

function directionOf({ current, recommended }: SizedContainer, block: Block, resource: Resource) {
  const [from, to] = [current[block][resource] ?? 0n, recommended[block][resource] ?? 0n];
  return from === to ? 'keep' : to < from ? 'lower' : 'raise';
}

/** "Container main: CPU request 1 to 250m, memory request 1Gi to 256Mi." */
function changeOf({ current, recommended }: SizedContainer): string {
  const changes = quantityNames.flatMap(([block, resource]) => {
    const [from, to] = [current[block][resource], recommended[block][resource]];
    if (from === to || to === null) return [];
    const format = resource === 'cpu' ? formatCpu : formatMemory;
    const before = from === null ? 'none' : format(from);
    return [`${nameOf[resource]} ${singular[block]} ${before} to ${format(to)}`];
  });
  return `Container ${current.name}: ${listed(changes)}.`;
}

function savingOf({ savingHourly, workload, currency }: ToDescribe): string {
  const pods = count(workload.running.length, 'running pod');
  const monthly = money(savingHourly * 730n, currency);
  const hourly = `${money(savingHourly, currency)} an hour`;
  const inMonth = `(${monthly} in a month of 730 hours) over ${pods}`;
  if (savingHourly === 0n) return `It costs and saves nothing over ${pods}.`;
  return savingHourly > 0n
    ? `Saves ${hourly} ${inMonth}.`
    : `Costs ${hourly} more ${inMonth}: it is for the workload's health, not for savings.`;
}

function notesOn({ workload, risk }: ToDescribe): string[] {
  return [
    risk.reasons.length > 0 && `Risk is ${risk.level}: ${listed(risk.reasons)}.`,
    workload.hasHpa &&
      "The horizontal autoscaler's utilization is of the requests: check its target with the new ones.",
  ].filter((note) => note !== false);
}

function causeOf(facts: ToDescribe, changed: readonly SizedContainer[]): string {
  const hours = count(Math.floor(facts.window_minutes / 60), 'hour');
  const window = `In ${hours} with ${count(facts.samples, 'one-minute sample')}`;
  return `${window}, ${changed.map(useOf).join('; ')}.`;
}

/** What a container used where its sizes change, beside what it asks for. */
function useOf(container: SizedContainer): string {
  const { current, usage } = container;
  const parts: string[] = [];
  if (usage.cpu && isChanged(container, 'cpu')) {
    const asked = current.requests.cpu === null ? 'no CPU' : cores(current.requests.cpu);
    parts.push(`used up to ${cores(usage.cpu.p90)} for 90 % of the time and asks for ${asked}`);
    if (isThrottled(usage.cpu)) {
      parts.push(`was at its CPU limit for ${percent(usage.cpu.throttledShare)} of it`);
    }
  }
  if (usage.memory && isChanged(container, 'memory')) {
    const { memory } = current.requests;
    const asked = memory === null ? 'no memory' : mebibytes(memory);
    parts.push(
      `used up to ${mebibytes(usage.memory.p99)} for 99 % of the time and asks for ${asked}`,
    );
    if (current.oomKills > 0) {
      parts.push(`was killed ${count(current.oomKills, 'time')} for want of memory`);
    }
  }
  return `container ${current.name} ${listed(parts)}`;
}

const isChanged = (container: SizedContainer, resource: Resource) =>
  directionOf(container, 'requests', resource) !== 'keep' ||
  directionOf(container, 'limits', resource) !== 'keep';
