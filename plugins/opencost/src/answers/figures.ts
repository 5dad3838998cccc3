import { type Figures, sumNames } from '../ledger/units.ts';

export const nothing = Object.fromEntries(sumNames.map((name) => [name, 0])) as Figures;

/** As OpenCost rounds: to five decimals. Never -0, which JSON does not tell from 0. */
export const round = (value: number): number => Math.round(value * 100_000) / 100_000 || 0;

/** CPU, memory and GPUs with what nobody uses of them. */
export const sumCompute = ({ cpu, memory, gpu, idle }: Figures) => cpu + memory + gpu + idle;

/** Splits a cost like the direct costs of compute; it is CPU's where there are none. */
export function splitLikeCompute(cost: number, like: Figures) {
  const whole = like.cpu + like.memory + like.gpu;
  const memory = whole > 0 ? (cost * like.memory) / whole : 0;
  const gpu = whole > 0 ? (cost * like.gpu) / whole : 0;
  return { cpu: cost - memory - gpu, memory, gpu };
}
