import { type SumName, sumNames } from '../queries/facts.ts';

/** Figures in the currency, core-hours and byte-hours. */
export type Figures = Readonly<Record<SumName, number>>;

/** Of figures × seconds as decimal text. */
export const toFigures = (row: Readonly<Record<SumName, string>>): Figures =>
  mapFigures((name) => Number(row[name]) / 3600);

export const subtract = (all: Figures, part: Figures): Figures =>
  mapFigures((name) => all[name] - part[name]);

export const nothing: Figures = mapFigures(() => 0);

export function mapFigures(figure: (name: SumName) => number): Figures {
  return Object.fromEntries(sumNames.map((name) => [name, figure(name)])) as Record<
    SumName,
    number
  >;
}

/** As OpenCost rounds: to five decimals. Never -0, which JSON does not tell from 0. */
export const round = (value: number): number => Math.round(value * 100_000) / 100_000 || 0;

/** Splits a cost like the direct costs of compute; it is CPU's where there are none. */
export function splitLikeCompute(cost: number, { cpu, memory, gpu }: Figures) {
  const whole = cpu + memory + gpu;
  const shareOfMemory = whole > 0 ? memory / whole : 0;
  const shareOfGpu = whole > 0 ? gpu / whole : 0;
  const [ofMemory, ofGpu] = [cost * shareOfMemory, cost * shareOfGpu];
  return { cpu: cost - ofMemory - ofGpu, memory: ofMemory, gpu: ofGpu };
}
