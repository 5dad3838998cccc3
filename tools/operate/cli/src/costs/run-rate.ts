import { Money, type MoneyObject } from '@costplane/client';
import { type Column, money } from './column.ts';

interface WithRunRate {
  readonly cost?: { readonly current_run_rate_hourly?: MoneyObject };
}

export const runRate = ({ cost }: WithRunRate) => cost?.current_run_rate_hourly;

type ReadMoney<R> = (row: R) => MoneyObject | undefined;

/** An hourly amount as the API returns it, and its equivalent in a month of 730 hours. */
export function perHourAndMonth<R>(
  [hour, month]: readonly [string, string],
  field: string,
  read: ReadMoney<R>,
): Column<R>[] {
  const total = (rows: readonly R[], toText: (sum: Money) => string) => {
    const known = rows.flatMap((row) => read(row) ?? []).map((amount) => Money.parse(amount));
    return known.length === 0 ? '-' : toText(Money.sum(known));
  };
  const toMonth = (hourly: Money) => hourly.times('730').toFixed(2);
  return [
    { ...money(hour, field, read), total: (rows) => total(rows, (sum) => sum.toFixed(4)) },
    {
      heading: month,
      read,
      show: (value) => toMonth(Money.parse(value as MoneyObject)),
      total: (rows) => total(rows, toMonth),
    },
  ];
}

/** The last columns of most lists. */
export const runRates = <R extends WithRunRate>(currency: string): Column<R>[] =>
  perHourAndMonth<R>([`HOURLY ${currency}`, `MONTHLY ${currency}`], 'run_rate_hourly', runRate);
