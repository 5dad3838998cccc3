import { type SumName, sumNames } from '../queries/units.ts';

/** Figures in the currency, core-hours and byte-hours. */
export type Figures = Readonly<Record<SumName, number>>;

export const mapFigures = (figure: (name: SumName) => number): Figures =>
  Object.fromEntries(sumNames.map((name) => [name, figure(name)])) as Record<SumName, number>;

/** Of figures × seconds as decimal text. */
export const toFigures = (row: Readonly<Record<SumName, string>> | undefined): Figures =>
  mapFigures((name) => Number(row?.[name] ?? 0) / 3600);

export const nothing: Figures = mapFigures(() => 0);

/** As OpenCost rounds: to five decimals. Never -0, which JSON does not tell from 0. */
export const round = (value: number): number => Math.round(value * 100_000) / 100_000 || 0;

/** Splits a cost like the direct costs of compute; it is CPU's where there are none. */
export function splitLikeCompute(cost: number, { cpu, memory, gpu }: Figures) {
  const whole = cpu + memory + gpu;
  const ofMemory = whole > 0 ? (cost * memory) / whole : 0;
  const ofGpu = whole > 0 ? (cost * gpu) / whole : 0;
  return { cpu: cost - ofMemory - ofGpu, memory: ofMemory, gpu: ofGpu };
}
