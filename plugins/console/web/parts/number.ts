const wholes = new Intl.NumberFormat();
const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const small = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });

export const formatCount = (count: number): string => wholes.format(count);
/** For cores and hours: two decimals; two significant digits below 1. */
export const formatDecimal = (value: number): string =>
  (Math.abs(value) < 1 ? small : decimals).format(value);
export const formatCores = (cores: number): string => `${formatDecimal(cores)} cores`;
export const formatBytes = (bytes: number): string =>
  bytes > 0 && bytes < 2 ** 29
    ? `${formatDecimal(bytes / 2 ** 20)} MiB`
    : `${formatDecimal(bytes / 2 ** 30)} GiB`;

/** Bytes for a column with the unit GiB in its header. */
export const formatGib = (bytes: number): string => formatDecimal(bytes / 2 ** 30);

/** For an axis with this distance between ticks. */
export const createTickFormat = (step: number) =>
  new Intl.NumberFormat(undefined, {
    notation: 'compact',
    maximumFractionDigits: Math.max(1, -Math.floor(Math.log10(step))),
  });

/** "1 cluster", "2 clusters". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
