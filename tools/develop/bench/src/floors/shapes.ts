/** Decimals, 64-bit integers and instants come from `pg` as text. */
export type Text = string;
export type Row = Readonly<Record<string, unknown>>;

/** From what PostgreSQL writes of an instant: `2026-04-01 12:00:00.123+00`. */
export const toTimestamp = (text: Text) => `${text.slice(0, 10)}T${text.slice(11, 19)}Z`;
export const money = (amount: unknown) => ({ amount: Number(amount).toFixed(4), currency: 'USD' });
export const percent = (used: number, base: number) => Math.round((used / base) * 10_000) / 100;

export const pageSize = 100;

/** The envelope of a page, of one row more than it shows where there are more. */
export const toPage = (rows: readonly Row[], toResource: (row: Row) => unknown, view: object) => ({
  data: rows.slice(0, pageSize).map(toResource),
  meta: {
    request_id: crypto.randomUUID(),
    applied_at: `${new Date().toISOString().slice(0, 19)}Z`,
    pagination: { has_more: rows.length > pageSize, limit: pageSize },
    ...view,
  },
});
