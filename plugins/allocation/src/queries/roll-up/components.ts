import { type RawBuilder, sql } from 'kysely';

/** The components of a direct run rate, in currency per hour, by their columns. */
export const componentColumns = [
  'compute_cpu_hourly',
  'compute_ram_hourly',
  'compute_gpu_hourly',
  'storage_pv_hourly',
] as const;

/** One expression per component, under the name of its column. */
export const eachComponent = (
  expression: (column: (typeof componentColumns)[number]) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(componentColumns.map((column) => sql`${expression(column)} as ${sql.ref(column)}`));
