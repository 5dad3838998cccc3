import { availableParallelism } from 'node:os';
import { type Scenario } from './scenario.ts';

/** The one document of a run: medians of both sides, measured in turns in the same run. */
export interface BenchmarkResult {
  readonly scenario: string;
  readonly unit: string;
  readonly service: number;
  readonly floor: number;
  /** service / floor. */
  readonly ratio: number;
  readonly runs: number;
  readonly cores: number;
  readonly node: string;
  readonly postgres: string;
}

/** Runs a scenario: service and floor in turns, so that a slow minute of the machine hits both. */
export async function runScenario(
  scenario: Scenario,
  say: (message: string) => void,
): Promise<BenchmarkResult> {
  const prepared = await scenario.prepare(say);
  try {
    const service: number[] = [];
    const floor: number[] = [];
    for (let round = 1; round <= scenario.rounds; round += 1) {
      service.push(await prepared.measureService());
      floor.push(await prepared.measureFloor());
      const [latest, beside] = [service.at(-1) ?? 0, floor.at(-1) ?? 0];
      say(
        `round ${round}/${scenario.rounds}: service ${rounded(latest)}, floor ${rounded(beside)}`,
      );
    }
    const [ours, theirs] = [median(service), median(floor)];
    return {
      scenario: scenario.name,
      unit: scenario.unit,
      service: rounded(ours),
      floor: rounded(theirs),
      ratio: Math.round((ours / theirs) * 1000) / 1000,
      runs: scenario.rounds,
      cores: availableParallelism(),
      node: process.version,
      postgres: prepared.postgres,
    };
  } finally {
    await prepared.close();
  }
}

/** The middle value; the mean of the two in the middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
