/** Decimals and 64-bit integers come from `pg` as text. */
export type Text = string;

export const timestamp = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`;
export const money = (amount: Text) => ({ amount: Number(amount).toFixed(4), currency: 'USD' });
export const percent = (used: number, base: number) => Math.round((used / base) * 10_000) / 100;
