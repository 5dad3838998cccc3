import { divideRounded, type FixedPoint } from '@costplane/pricing';
import { coresText } from '../quantity.ts';

/** `"1 kill"`, `"1,560 samples"`. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

/** A share from 0 to 1 as a percentage, with the given number of decimals: `"23 %"`. */
export const percent = (share: number, decimals = 0): string =>
  `${(share * 100).toFixed(decimals)} %`;

/** Nanocores as cores: `"0.25 cores"`, with at most three decimals, rounded up. */
export function cores(nanocores: bigint): string {
  const millicores = (nanocores + 999_999n) / 1_000_000n;
  const text = coresText(millicores * 1_000_000n);
  return `${text} ${text === '1' ? 'core' : 'cores'}`;
}

/** Bytes as MiB: `"512 MiB"`, rounded up. */
export function mebibytes(bytes: bigint): string {
  return `${((bytes + 2n ** 20n - 1n) / 2n ** 20n).toLocaleString('en-US')} MiB`;
}

/** `"0.25 cores"`, `"512 MiB"`. */
export const amount = (resource: 'cpu' | 'memory', size: bigint): string =>
  resource === 'cpu' ? cores(size) : mebibytes(size);

/** `"CPU"`, as used within a sentence. */
export const resourceName = { cpu: 'CPU', memory: 'memory' } as const;

/** `"CPU request"`, `"memory limit"`. */
export const sizeName = (resource: 'cpu' | 'memory', block: 'requests' | 'limits'): string =>
  `${resourceName[resource]} ${block === 'requests' ? 'request' : 'limit'}`;

/** Unix milliseconds as `"2026-07-14 at 02:05 UTC"`. */
export function when(time: number): string {
  const text = new Date(time).toISOString();
  return `${text.slice(0, 10)} at ${text.slice(11, 16)} UTC`;
}

/** `"1.2346 USD"`, without the sign. */
export function money(amount: FixedPoint, currency: string): string {
  const units = divideRounded(amount < 0n ? -amount : amount, 10n ** 8n);
  const digits = units.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)} ${currency}`;
}

/** `"a, b and c"`. */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
