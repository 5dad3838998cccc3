import { type Static, type TProperties, Type } from 'typebox';
import { type Money, moneySchema, toMoney } from './money.ts';
import { named, oneOf, timestamp } from './primitives.ts';

/** `legacy` sums compute; `all` sums every component that can be produced (decision 27). */
export const bases = ['legacy', 'all'] as const;
export type Basis = (typeof bases)[number];

export const costModes = ['fully_loaded', 'workload_only'] as const;
export type CostMode = (typeof costModes)[number];

const componentNames = [
  'compute.cpu',
  'compute.ram',
  'compute.gpu',
  'storage.pv',
  'storage',
  'management',
  'overhead',
  'network',
  'external',
] as const;
export type CostComponentName = (typeof componentNames)[number];

const legacyComponents: ReadonlySet<CostComponentName> = new Set([
  'compute.cpu',
  'compute.ram',
  'compute.gpu',
]);

export const costComponentsSchema = named(
  'CostComponents',
  Type.Partial(
    Type.Object(
      Object.fromEntries(componentNames.map((name) => [name, moneySchema])) as Record<
        CostComponentName,
        typeof moneySchema
      >,
    ),
  ),
  'What the figure is made of. A component that could not be produced is absent, never 0.',
);

/** The cost block of a resource (contract, "Cost block additions"), with fields of its own. */
export const costBlock = <P extends TProperties>(title: string, own: P) =>
  named(
    title,
    Type.Object({
      current_run_rate_hourly: Type.Optional(
        Type.Unsafe<Money>({
          ...moneySchema,
          description: 'Cost per hour if what runs now keeps running, over the basis.',
        }),
      ),
      ...own,
      components: Type.Optional(costComponentsSchema),
      unallocated: Type.Optional(
        Type.Unsafe<Money>({
          ...moneySchema,
          description: 'The bill less the run rates of the workloads in it: idle and overhead.',
        }),
      ),
      basis: oneOf(bases, { description: 'The set of components summed.' }),
      partial: Type.Boolean({
        description: 'True when a component that the basis names could not be produced.',
      }),
      last_updated_at: Type.Optional(timestamp('The time of the cost figure.')),
    }),
  );

/** The cost block of clusters, nodes, node groups and the organization: the whole bill. */
export const billCostSchema = costBlock('BillCost', {});
export type BillCost = Static<typeof billCostSchema>;

/** The cost block of what costs directly: namespaces, workloads, pods, teams, departments. */
export const directCostSchema = costBlock('DirectCost', {
  cost_mode: oneOf(costModes, {
    description: 'As asked for. A run rate is direct cost, and one amount in either mode.',
  }),
});
export type DirectCost = Static<typeof directCostSchema>;

/** Decimal text per component as the database has it; null is not known. */
export type ComponentAmounts = Partial<Record<CostComponentName, string | null>>;

export interface CostFigures {
  readonly currency: string;
  readonly basis: Basis;
  readonly runRateHourly: string | null;
  readonly components: ComponentAmounts;
  readonly unallocatedHourly?: string | null;
  /** A price that the compute components need could not be found. */
  readonly isComputePartial: boolean;
  readonly lastUpdatedAt: string | null;
}

/**
 * A cost block from the figures of a row. Components are those that the basis sums and that were
 * produced. Agents report no network traffic, so `network` is never produced and a figure over
 * `all` is always partial.
 */
export function toCostBlock(figures: CostFigures): BillCost {
  const { basis, currency } = figures;
  return {
    current_run_rate_hourly: knownMoney(figures.runRateHourly, currency),
    components: toComponents(figures),
    unallocated: knownMoney(figures.unallocatedHourly ?? null, currency),
    basis,
    partial: basis === 'all' || figures.isComputePartial,
    last_updated_at: figures.lastUpdatedAt ?? undefined,
  };
}

function toComponents({
  basis,
  components,
  currency,
}: CostFigures): Static<typeof costComponentsSchema> {
  const produced: Static<typeof costComponentsSchema> = {};
  for (const name of componentNames) {
    const amount = components[name];
    if (amount == null || (basis === 'legacy' && !legacyComponents.has(name))) continue;
    produced[name] = toMoney(amount, currency);
  }
  return produced;
}

function knownMoney(amount: string | null, currency: string): Money | undefined {
  return amount === null ? undefined : toMoney(amount, currency);
}
