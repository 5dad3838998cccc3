import { median } from './median.ts';
import { meter, type Use } from './meter.ts';
import { type Comparison, type Figure, type Run, type Scenario } from './scenario.ts';
import { isMet, type Target } from './target.ts';

/** One side of a measure over its rounds. */
export interface Side {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** Sums over the rounds, and the largest memory. */
  readonly use: Use;
}

/** A line of the table. */
export interface Measure {
  readonly name: string;
  readonly unit: string;
  /** A word where it could not be measured. */
  readonly service: Side | { readonly median: number | string };
  readonly floor?: Side;
  /** Of the medians: service / floor. */
  readonly ratio: number | null;
  readonly target?: Target;
  readonly isMet: boolean | null;
}

export interface ScenarioResult {
  readonly scenario: string;
  readonly data: string;
  readonly rounds: number;
  readonly measures: readonly Measure[];
}

/**
 * Runs a scenario: service and floor in turns, so that a slow minute of the machine hits both. Who
 * is first alternates.
 */
export async function runScenario(scenario: Scenario, run: Run): Promise<ScenarioResult> {
  const prepared = await scenario.prepare(run);
  const { data, rounds, comparisons } = prepared;
  try {
    const measures = await compare(comparisons, rounds, run);
    const alone = (await prepared.figures?.()) ?? [];
    return {
      scenario: scenario.name,
      data,
      rounds,
      measures: [...measures, ...alone.map(fromFigure)],
    };
  } finally {
    await prepared.close();
  }
}

interface Round {
  readonly value: number;
  readonly use: Use;
}

async function compare(
  comparisons: readonly Comparison[],
  rounds: number,
  run: Run,
): Promise<Measure[]> {
  const measured = comparisons.map((comparison) => ({
    comparison,
    service: [] as Round[],
    floor: [] as Round[],
  }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { comparison, service, floor } of measured) {
      if (round > (comparison.rounds ?? rounds)) continue;
      const turns = [
        async () => service.push(await measure(comparison, 'service', run)),
        async () => comparison.measureFloor && floor.push(await measure(comparison, 'floor', run)),
      ];
      for (const turn of round % 2 ? turns : turns.toReversed()) await turn();
      const [ours, theirs] = [service.at(-1), floor.at(-1)];
      run.say(
        `round ${round}/${comparison.rounds ?? rounds}, ${comparison.name}: service ` +
          `${rounded(ours?.value ?? 0)}${theirs ? `, floor ${rounded(theirs.value)}` : ''}`,
      );
    }
  }
  return measured.map(({ comparison, service, floor }) => toMeasure(comparison, service, floor));
}

async function measure(
  comparison: Comparison,
  side: 'service' | 'floor',
  { server }: Run,
): Promise<Round> {
  await comparison.before?.(side);
  const { result, use } = await meter(await server.readPostmaster(), async () =>
    side === 'service' ? comparison.measureService() : (comparison.measureFloor?.() ?? 0),
  );
  return { value: result, use };
}

function toMeasure(
  { name, unit, target }: Comparison,
  ours: readonly Round[],
  theirs: readonly Round[],
): Measure {
  const service = toSide(ours);
  const floor = theirs.length > 0 ? { floor: toSide(theirs) } : {};
  const ratio = floor.floor ? thousandths(service.median / floor.floor.median) : null;
  return {
    name,
    unit,
    service,
    ...floor,
    ratio,
    ...(target && { target }),
    isMet: isMet(target, { service: service.median, ratio, peakMib: service.use.nodePeakMib }),
  };
}

const fromFigure = ({ name, unit, value, target }: Figure): Measure => ({
  name,
  unit,
  service: { median: typeof value === 'number' ? rounded(value) : value },
  ratio: null,
  ...(target && { target }),
  isMet: isMet(target, { service: value, ratio: null }),
});

function toSide(rounds: readonly Round[]): Side {
  const values = rounds.map(({ value }) => value);
  const uses = rounds.map(({ use }) => use);
  const sum = (pick: (use: Use) => number) =>
    rounded(uses.reduce((all, use) => all + pick(use), 0));
  const most = (pick: (use: Use) => number) => Math.round(Math.max(...uses.map(pick)));
  const isPostgresKnown = uses.every(({ postgresCpuSeconds }) => postgresCpuSeconds !== null);
  return {
    median: rounded(median(values)),
    min: rounded(Math.min(...values)),
    max: rounded(Math.max(...values)),
    use: {
      seconds: sum(({ seconds }) => seconds),
      nodeCpuSeconds: sum(({ nodeCpuSeconds }) => nodeCpuSeconds),
      postgresCpuSeconds: isPostgresKnown
        ? sum(({ postgresCpuSeconds }) => postgresCpuSeconds ?? 0)
        : null,
      nodePeakMib: most(({ nodePeakMib }) => nodePeakMib),
      postgresPeakMib: most(({ postgresPeakMib }) => postgresPeakMib),
    },
  };
}

const thousandths = (value: number) => Math.round(value * 1_000) / 1_000;
const rounded = (value: number) => Math.round(value * 100) / 100;
