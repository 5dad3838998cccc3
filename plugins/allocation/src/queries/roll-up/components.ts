import { type RawBuilder, sql } from 'kysely';

/** The columns of a direct run rate's components, in currency per hour. */
export const componentColumns = [
  'compute_cpu_hourly',
  'compute_ram_hourly',
  'compute_gpu_hourly',
  'storage_pv_hourly',
] as const;

/** One expression per component, aliased to the name of its column. */
export const eachComponent = (
  expression: (column: (typeof componentColumns)[number]) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql.join(componentColumns.map((column) => sql`${expression(column)} as ${sql.ref(column)}`));
