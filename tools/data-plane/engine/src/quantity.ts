import { formatScaled } from '@costplane/pricing';

const nanocoresPerMillicore = 1_000_000n;
const nanocoresPerCore = 1_000_000_000n;
const binarySuffixes = ['Ti', 'Gi', 'Mi', 'Ki'] as const;

/** CPU as a Kubernetes quantity: `"2"`, `"250m"`, `"1500001n"`. */
export function formatCpu(nanocores: bigint): string {
  if (nanocores % nanocoresPerCore === 0n) return String(nanocores / nanocoresPerCore);
  if (nanocores % nanocoresPerMillicore === 0n) {
    return `${String(nanocores / nanocoresPerMillicore)}m`;
  }
  return `${String(nanocores)}n`;
}

/** Bytes as a Kubernetes quantity, in the largest unit that gives an integer: `"512Mi"`. */
export function formatMemory(bytes: bigint): string {
  for (const [index, suffix] of binarySuffixes.entries()) {
    const unit = 2n ** BigInt(10 * (binarySuffixes.length - index));
    if (bytes > 0n && bytes % unit === 0n) return `${String(bytes / unit)}${suffix}`;
  }
  return String(bytes);
}

/** Parses the output of {@link formatCpu} into nanocores. */
export function parseCpu(text: string): bigint {
  const [, digits = '', suffix = ''] = /^(\d+)([mn]?)$/.exec(text) ?? [];
  if (digits === '') throw new RangeError(`"${text}" is not a quantity of CPU`);
  const units: Record<string, bigint> = { '': nanocoresPerCore, m: nanocoresPerMillicore, n: 1n };
  return BigInt(digits) * (units[suffix] ?? 1n);
}

/** Parses the output of {@link formatMemory} into bytes. */
export function parseMemory(text: string): bigint {
  const [, digits = '', suffix = ''] = /^(\d+)(Ki|Mi|Gi|Ti)?$/.exec(text) ?? [];
  if (digits === '') throw new RangeError(`"${text}" is not a quantity of memory`);
  const index = binarySuffixes.findIndex((each) => each === suffix);
  return BigInt(digits) * (index < 0 ? 1n : 2n ** BigInt(10 * (binarySuffixes.length - index)));
}

/** Cores as decimal text for people: `"0.25"`. */
export function coresText(nanocores: bigint): string {
  return formatScaled(nanocores, 9);
}
