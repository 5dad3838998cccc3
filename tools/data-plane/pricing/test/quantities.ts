import { formatFixedPoint, type FixedPoint } from '../src/fixed-point.ts';
import { type PerResource, type Quantities } from '../src/resources.ts';

/** Cores in thousandths at most, memory in GiB. */
export function quantities(cores: number, gib: number, gpus: number): Quantities {
  return {
    cpu: BigInt(Math.round(cores * 1000)) * 1_000_000n,
    ram: BigInt(Math.round(gib * 1024)) * 1_048_576n,
    gpu: BigInt(gpus),
  };
}

export function amountText(amount: FixedPoint | null): string | null {
  return amount === null ? null : formatFixedPoint(amount);
}

export function amounts(parts: PerResource<FixedPoint> | null): PerResource<string> {
  if (!parts) throw new Error('no amounts');
  return {
    cpu: formatFixedPoint(parts.cpu),
    ram: formatFixedPoint(parts.ram),
    gpu: formatFixedPoint(parts.gpu),
  };
}
