import { availableParallelism } from 'node:os';
import { median } from './median.ts';
import { type Comparison, type Figure, type Scenario } from './scenario.ts';

/** Medians of both sides of a comparison. */
export interface Compared {
  readonly service: number;
  readonly floor: number;
  /** service / floor. */
  readonly ratio: number;
}

/** The one document of a run: medians of both sides, measured in turns in the same run. */
export interface BenchmarkResult extends Compared {
  readonly scenario: string;
  readonly unit: string;
  /** Where there are several, of which the figures above are the worst. */
  readonly comparisons?: Readonly<Record<string, Compared>>;
  readonly figures?: readonly Figure[];
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
    const compared = await compare(prepared.comparisons, scenario, say);
    const results = Object.values(compared);
    const ratios = results.map(({ ratio }) => ratio);
    const worstRatio = scenario.unit === 'ms' ? Math.max(...ratios) : Math.min(...ratios);
    const worst = results.find(({ ratio }) => ratio === worstRatio);
    if (!worst) throw new Error(`${scenario.name} compares nothing`);
    const figures = prepared.figures?.() ?? [];
    return {
      scenario: scenario.name,
      unit: scenario.unit,
      ...worst,
      ...(results.length > 1 ? { comparisons: compared } : {}),
      ...(figures.length > 0 ? { figures } : {}),
      runs: scenario.rounds,
      cores: availableParallelism(),
      node: process.version,
      postgres: prepared.postgres,
    };
  } finally {
    await prepared.close();
  }
}

async function compare(
  comparisons: readonly Comparison[],
  { rounds }: Scenario,
  say: (message: string) => void,
): Promise<Record<string, Compared>> {
  const measured = comparisons.map((comparison) => ({
    comparison,
    service: [] as number[],
    floor: [] as number[],
  }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { comparison, service, floor } of measured) {
      const ours = await comparison.measureService();
      const theirs = await comparison.measureFloor();
      service.push(ours);
      floor.push(theirs);
      say(
        `round ${round}/${rounds}, ${comparison.name}: service ${rounded(ours)}, ` +
          `floor ${rounded(theirs)}`,
      );
    }
  }
  return Object.fromEntries(
    measured.map(({ comparison, service, floor }) => [
      comparison.name,
      toCompared(median(service), median(floor)),
    ]),
  );
}

const toCompared = (service: number, floor: number): Compared => ({
  service: rounded(service),
  floor: rounded(floor),
  ratio: Math.round((service / floor) * 1000) / 1000,
});

const rounded = (value: number) => Math.round(value * 100) / 100;
