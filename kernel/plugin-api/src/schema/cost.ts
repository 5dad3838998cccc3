import { type Static, type TProperties, Type, type TUnsafe } from 'typebox';
import { type Money, moneySchema, toMoney } from './money.ts';
import { described, named, namedObject, oneOf, timestamp } from './primitives.ts';

/** `legacy` sums compute; `all` sums every available component (decision 27). */
export const bases = ['legacy', 'all'] as const;
/** The set of components in a cost: compute only, or all. */
export type Basis = (typeof bases)[number];

/** The values of `cost_mode`. */
export const costModes = ['fully_loaded', 'workload_only'] as const;
/** Whether costs include shares of idle and overhead. */
export type CostMode = (typeof costModes)[number];

interface CostComponent {
  readonly meaning: string;
  /** Its column in a row; components without one are never available. */
  readonly column?: Extract<keyof CostFigures, `${string}_hourly`>;
  /** Whether it is in the basis `legacy`. */
  readonly isLegacy?: boolean;
}

const components = {
  'compute.cpu': { meaning: 'CPU', column: 'compute_cpu_hourly', isLegacy: true },
  'compute.ram': { meaning: 'memory', column: 'compute_ram_hourly', isLegacy: true },
  'compute.gpu': { meaning: 'GPUs', column: 'compute_gpu_hourly', isLegacy: true },
  'storage.pv': { meaning: 'persistent volumes', column: 'storage_pv_hourly' },
  storage: { meaning: 'storage other than persistent volumes' },
  management: { meaning: 'the control plane', column: 'management_hourly' },
  overhead: { meaning: 'system daemons and reserved capacity' },
  network: { meaning: 'network traffic' },
  external: { meaning: 'services outside the cluster' },
} as const satisfies Record<string, CostComponent>;
export type CostComponentName = keyof typeof components;

const componentEntries = Object.entries(components) as [CostComponentName, CostComponent][];

const componentSchemas = Object.fromEntries(
  componentEntries.map(([name, { meaning }]) => [
    name,
    described(moneySchema, `Cost of ${meaning}, per hour.`),
  ]),
);

export const costComponentsSchema = named(
  'CostComponents',
  Type.Partial(Type.Object(componentSchemas as Record<CostComponentName, TUnsafe<Money>>)),
  'Components of the run rate. A component that could not be computed is absent, never 0.',
);

const commonCost = {
  current_run_rate_hourly: Type.Optional(
    described(moneySchema, 'Cost per hour if what runs now keeps running, over the basis.'),
  ),
  components: Type.Optional(costComponentsSchema),
  unallocated: Type.Optional(
    described(
      moneySchema,
      'Total cost less the run rates of the workloads in it, per hour: idle and overhead; of a ' +
        'namespace: the pods and volumes that no workload owns.',
    ),
  ),
  basis: oneOf(bases, { description: 'The set of components that are summed.' }),
  partial: Type.Boolean({
    description: 'True when a component of the basis could not be computed.',
  }),
  last_updated_at: Type.Optional(timestamp('Time of the cost figure.')),
};

/** Schema of a cost block (contract, "Cost block additions"), with additional fields. */
export const costBlock = <P extends TProperties>(title: string, own: P) =>
  namedObject(title, 'Run rate and components, as amounts per hour.', { ...commonCost, ...own });

/** The cost block of clusters, nodes, node groups and the organization: the whole bill. */
export const billCostSchema = costBlock('BillCost', {});
/** Cost of a cluster, a node, a node group or the organization, per hour and month. */
export type BillCost = Static<typeof billCostSchema>;

/** The cost block of direct costs: namespaces, workloads, pods, teams, departments. */
export const directCostSchema = costBlock('DirectCost', {
  cost_mode: oneOf(costModes, {
    description:
      'The requested cost mode. A run rate is direct cost, which is the same in both modes.',
  }),
});
/** Direct cost by component, per hour and month. */
export type DirectCost = Static<typeof directCostSchema>;

/** Facts of a cost block that are not columns of the row. */
export interface CostView {
  readonly basis: Basis;
  readonly currency: string;
}

/** The same for direct costs. */
export interface DirectCostView extends CostView {
  readonly costMode: CostMode;
}

/** Cost columns of a row: decimal text per hour; null is unknown. */
export interface CostFigures {
  /** Over the basis. */
  readonly run_rate_hourly: string | null;
  readonly compute_cpu_hourly: string | null;
  readonly compute_ram_hourly: string | null;
  readonly compute_gpu_hourly: string | null;
  readonly storage_pv_hourly?: string | null;
  readonly management_hourly?: string | null;
  readonly unallocated_hourly?: string | null;
  /** A price that the compute components need could not be found. */
  readonly is_compute_partial: boolean;
  readonly cost_updated_at: string | null;
}

/**
 * The cost block of a row, with the available components of the basis. Agents report no network traffic,
 * so `network` is never available and costs over `all` are always partial.
 */
export function toBillCost(row: CostFigures, { basis, currency }: CostView): BillCost {
  return {
    current_run_rate_hourly: knownMoney(row.run_rate_hourly, currency),
    components: toComponents(row, { basis, currency }),
    unallocated: knownMoney(row.unallocated_hourly, currency),
    basis,
    partial: basis === 'all' || row.is_compute_partial,
    last_updated_at: row.cost_updated_at ?? undefined,
  };
}

/** The same for a row with direct costs. */
export const toDirectCost = (row: CostFigures, view: DirectCostView): DirectCost => ({
  ...toBillCost(row, view),
  cost_mode: view.costMode,
});

function toComponents(
  row: CostFigures,
  { basis, currency }: CostView,
): Static<typeof costComponentsSchema> {
  const produced: Static<typeof costComponentsSchema> = {};
  for (const [name, { column, isLegacy }] of componentEntries) {
    const amount = column && row[column];
    if (amount == null || (basis === 'legacy' && !isLegacy)) continue;
    produced[name] = toMoney(amount, currency);
  }
  return produced;
}

/** Money; absent if the amount is unknown. */
export const knownMoney = (
  amount: string | null | undefined,
  currency: string,
): Money | undefined => (amount == null ? undefined : toMoney(amount, currency));
