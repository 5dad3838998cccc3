import { Money, type MoneyObject } from '@costplane/client';

/** An amount as in the API: an object with a currency, or only the decimal. */
export type Amount = MoneyObject | string;

const toDecimal = (amount: Amount): string => (typeof amount === 'string' ? amount : amount.amount);

const atLeastOne = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const belowOne = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});

/** In the user's locale: two decimals from 1.00, four below. Rounded from the exact decimal. */
export function formatMoney(amount: Amount): string {
  const decimal = toDecimal(amount) as Intl.StringNumericLiteral;
  return (/^-?0(\.|$)/.test(decimal) ? belowOne : atLeastOne).format(decimal);
}

/** A float, only for lengths and areas in charts, never for displayed amounts. */
export const toLength = (amount: Amount | undefined): number =>
  amount === undefined ? 0 : Math.max(0, Number(toDecimal(amount)));

export const unknown = 'unknown';

/** An amount: rounded for display, exact on hover and when copied. */
export function Cost({ of: amount }: { readonly of: Amount | undefined }) {
  if (amount === undefined) return <Unknown />;
  const exact = toDecimal(amount);
  return (
    <data className="number" value={exact} title={exact}>
      {formatMoney(amount)}
    </data>
  );
}

export function Unknown({ why }: { readonly why?: string }) {
  return (
    <span className="unknown" title={why}>
      {unknown}
    </span>
  );
}

export const sum = (amounts: readonly Amount[]): string =>
  Money.sum(amounts.map((amount) => Money.parse(toDecimal(amount)))).toFixed(4);

export const difference = (whole: Amount, part: Amount): string =>
  Money.parse(toDecimal(whole))
    .minus(Money.parse(toDecimal(part)))
    .toFixed(4);

/** An amount without its sign. */
export const magnitude = (amount: Amount): string => toDecimal(amount).replace('-', '');

export const compareAmounts = (a: Amount, b: Amount): number =>
  Money.parse(toDecimal(a)).compare(Money.parse(toDecimal(b)));

/** `part` in percent of `whole`, with one decimal; undefined if the whole is 0. */
export const computePercent = (part: Amount, whole: Amount): string | undefined =>
  Money.parse(toDecimal(part)).toPercent(Money.parse(toDecimal(whole)), 1);

/** Hours per month, wherever the API or the console projects a rate to a month. */
const monthHours = '730';

/** An hourly amount projected to a month. */
export const toMonthly = (hourly: Amount): string =>
  Money.parse(toDecimal(hourly)).times(monthHours).toFixed(4);

/** The hours of a day that its cost covers, from its monthly rate. Rounded up, since amounts have only four decimals. */
export function computeHours(
  cost: Amount | undefined,
  monthly: Amount | undefined,
): number | undefined {
  if (cost === undefined || monthly === undefined) return undefined;
  const atMost = Money.parse(toDecimal(cost)).plus(Money.parse('0.00005')).times(monthHours);
  const percent = atMost.toPercent(Money.parse(toDecimal(monthly)), 4);
  return percent === undefined ? undefined : Math.min(24, Number(percent) / 100);
}

/** The change of an amount as a word, a sign and an arrow, so that it does not depend on color. */
export function Change({
  from,
  to,
  than,
  missing,
}: {
  readonly from: Amount | undefined;
  readonly to: Amount | undefined;
  /** The period of comparison: "the same days last month". */
  readonly than?: string;
  /** Shown if an amount is unknown. */
  readonly missing?: string;
}) {
  if (from === undefined || to === undefined) {
    return <span className="unknown">{missing ?? unknown}</span>;
  }
  const change = Money.parse(toDecimal(to)).minus(Money.parse(toDecimal(from)));
  const percent = change.toPercent(Money.parse(toDecimal(from)), 1);
  const word = change.isZero ? 'no change' : change.isNegative ? 'less' : 'more';
  const arrow = change.isZero ? '' : change.isNegative ? '▼ ' : '▲ ';
  const sign = change.isNegative || change.isZero ? '' : '+';
  return (
    <span className={`change ${word.replace(' ', '-')}`}>
      <span aria-hidden="true">{arrow}</span>
      <data className="number" value={change.toFixed(4)} title={change.toFixed(4)}>
        {sign}
        {formatMoney(change.toFixed(4))}
      </data>
      {percent !== undefined && ` (${sign}${formatPercent(percent)})`} {word}
      {than && ` than ${than}`}
    </span>
  );
}

const percents = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
export const formatPercent = (percent: string | number): string =>
  `${percents.format(percent as number)} %`;
