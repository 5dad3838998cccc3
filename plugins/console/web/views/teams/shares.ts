import { type Team } from '../../api/teams.ts';
import { compareAmounts, difference, sum } from '../../parts/money.tsx';
import { type TeamCosts } from './team-costs.ts';

/** The amount of a team, with its known namespaces. */
export interface TeamShare {
  readonly id: string;
  readonly name: string;
  readonly department: { readonly id: string; readonly name: string } | undefined;
  readonly amount: string;
  readonly parts: readonly NamespaceShare[];
}

export interface NamespaceShare {
  readonly name: string;
  readonly cluster: string;
  /** The path of the namespace's view; undefined for the sum of all other namespaces. */
  readonly to: string | undefined;
  readonly amount: string;
}

/** The current run rate, by the weights of the assignments. */
export const byRunRate = (teams: readonly Team[]): TeamShare[] =>
  teams.flatMap(({ id, metadata: { name, department }, cost }) => {
    const { amount } = cost.current_run_rate_hourly ?? {};
    return amount === undefined ? [] : [{ id, name, department, amount, parts: [] }];
  });

export const byCost = (known: readonly TeamCosts[]): TeamShare[] =>
  known.flatMap(({ team: { id, metadata }, total, namespaces }) => {
    if (total === undefined) return [];
    const parts = namespaces.flatMap(
      ({ namespace = '', clusterId = '', clusterName = '', totalCost }) =>
        totalCost === undefined
          ? []
          : [
              {
                name: namespace,
                cluster: clusterName,
                to: `/clusters/${clusterId}/namespaces/${namespace}`,
                amount: totalCost,
              },
            ],
    );
    const rest = difference(total, sum(parts.map(({ amount }) => amount)));
    return [
      {
        id,
        name: metadata.name,
        department: metadata.department,
        amount: total,
        parts:
          compareAmounts(rest, '0') > 0
            ? [...parts, { name: 'other namespaces', cluster: '', to: undefined, amount: rest }]
            : parts,
      },
    ];
  });
