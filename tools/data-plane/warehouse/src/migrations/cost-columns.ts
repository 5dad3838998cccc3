/** A component of a run rate, by its name in the contract's cost block, and its column. */
export const costComponentColumns = {
  'compute.cpu': 'compute_cpu_hourly',
  'compute.ram': 'compute_ram_hourly',
  'compute.gpu': 'compute_gpu_hourly',
  'storage.pv': 'storage_pv_hourly',
  management: 'management_hourly',
} as const;

export type CostComponent = keyof typeof costComponentColumns;

const legacyBasis: CostComponent[] = ['compute.cpu', 'compute.ram', 'compute.gpu'];

/**
 * The columns of a run rate in currency per hour: one nullable numeric per component (null:
 * unknown, never 0), their sum over each basis (null if no component is known), and a rank for each
 * sum.
 *
 * The rank orders a list: ascending ranks are descending amounts as clients see them (four
 * decimals), and rows without an amount come last. It is a bigint because comparisons of bigint are
 * leakproof, those of numeric are not, and row-level security only allows leakproof comparisons to
 * use an index.
 */
export function costColumns(components: CostComponent[]): string {
  const all = components;
  const legacy = components.filter((component) => legacyBasis.includes(component));
  return [
    ...components.map((component) => `${costComponentColumns[component]} numeric`),
    ...basisColumns('legacy', legacy),
    ...basisColumns('all', all),
  ].join(',\n');
}

function basisColumns(basis: string, components: CostComponent[]): string[] {
  const columns = components.map((component) => costComponentColumns[component]);
  const known = `coalesce(${columns.join(', ')}) is not null`;
  const sum = columns.map((column) => `coalesce(${column}, 0)`).join(' + ');
  const amount = `case when ${known} then ${sum} end`;
  return [
    `run_rate_${basis}_hourly numeric generated always as (${amount}) stored`,
    `run_rate_${basis}_rank bigint not null generated always as ` +
      `(coalesce(-(round(${amount}, 4) * 10000)::bigint, 1)) stored`,
  ];
}
