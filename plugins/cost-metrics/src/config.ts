import { type Static, Type } from 'typebox';
import { oneOf } from '@costplane/plugin-api/schema';

/** From the fewest series to the most; each level includes the ones before it. */
export const levels = ['cluster', 'namespace', 'workload', 'container'] as const;
export type Level = (typeof levels)[number];

const name = Type.String({ minLength: 1 });
const budget = {
  organization: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Id of the organization. Default: every one, unless it has its own budget.',
    }),
  ),
  daily: Type.Number({
    exclusiveMinimum: 0,
    description: 'Budget per day, in the currency of the organization.',
  }),
};
const closed = { additionalProperties: false } as const;
const teamBudget = Type.Object({ ...budget, team: name }, closed);
const namespaceBudget = Type.Object({ ...budget, cluster: name, namespace: name }, closed);

/** Options of the plugin. */
export const metricsConfig = Type.Object({
  names: Type.Array(oneOf(['costplane', 'opencost']), {
    uniqueItems: true,
    default: ['costplane', 'opencost'],
    description:
      'Sets of metric names: `costplane` for `costplane_*`, `opencost` for those of OpenCost.',
  }),
  level: oneOf(levels, {
    default: 'workload',
    description:
      'The finest level of detail: `cluster`, `namespace` (adds nodes), `workload` (adds ' +
      'volumes) or `container`. Each level includes the ones before it.',
  }),
  labels: Type.Array(Type.String({ minLength: 1, maxLength: 317 }), {
    default: [],
    description:
      'Kubernetes labels, such as `app.kubernetes.io/part-of`, to add to the run rates of ' +
      'namespaces, workloads and nodes as `label_app_kubernetes_io_part_of`.',
  }),
  budgets: Type.Object(
    {
      teams: Type.Array(teamBudget, { default: [], description: 'Budgets of teams, by name.' }),
      namespaces: Type.Array(namespaceBudget, {
        default: [],
        description: 'Budgets of namespaces, by cluster name and namespace.',
      }),
    },
    { ...closed, default: {}, description: 'Daily budgets, for the alert rules of the chart.' },
  ),
});

export type MetricsConfig = Static<typeof metricsConfig>;

/** The name that kube-state-metrics gives to a Kubernetes label in Prometheus. */
export const nameLabel = (label: string) => `label_${label.replaceAll(/[^A-Za-z0-9_]/g, '_')}`;

/** @throws {Error} if two labels map to the same name */
export function requireNames(labels: readonly string[]): void {
  const named = [...Map.groupBy(labels, nameLabel)];
  const [name, alike] = named.find(([, sameName]) => sameName.length > 1) ?? [];
  if (alike) throw new Error(`config.labels: ${alike.join(' and ')} map to the same name, ${name}`);
}
