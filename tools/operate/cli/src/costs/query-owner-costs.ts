import {
  type CostplaneClient,
  Money,
  type MoneyObject,
  paginate,
  type Schemas,
} from '@costplane/client';
import { type Column, money, percent, text } from './column.ts';
import { type CostQuery, describeArchived, describeCosts } from './describe-costs.ts';
import { type Result } from './format.ts';
import { type Owner } from './groupings.ts';

type Summary = Schemas['CostExplorerSummary'];

interface OwnerRow extends Summary {
  readonly name: string;
  readonly costSharePercent: number | undefined;
}

const lists = {
  cluster: '/v1/clusters',
  team: '/v1/teams',
  department: '/v1/departments',
} as const;

/** Costs of each cluster or owner, in full where several share them: one query per value. */
export async function queryOwnerCosts(
  client: CostplaneClient,
  owner: Owner,
  query: CostQuery,
  limit: number,
): Promise<Result<OwnerRow>> {
  const ask = async (one: CostQuery) => {
    const body = { ...query, ...one, group_by: 'namespace' as const, per_page: 1 };
    return (await client.POST('/v1/cost-explorer/query', { body })).data.data.summary;
  };
  const all = await ask({});
  const rows: OwnerRow[] = [];
  for await (const { id, metadata } of paginate(client, lists[owner])) {
    if (owner === 'cluster' && query.cluster_ids?.includes(id) === false) continue;
    const { name } = metadata;
    // Filters take names, and an owner from a label may have the name of another.
    if (rows.some((row) => row.name === name)) continue;
    const summary = await ask(owner === 'cluster' ? { cluster_ids: [id] } : ownedBy(owner, name));
    if (summary.totalCost === undefined) continue;
    const share = toMoney(summary).toPercent(toMoney(all), 2);
    rows.push({ name, costSharePercent: share === undefined ? share : Number(share), ...summary });
  }
  const shown = rows.sort((one, two) => toMoney(two).compare(toMoney(one))).slice(0, limit);
  return {
    document: {
      rows: shown.map(({ name, ...rest }) => ({ [owner]: name, ...rest })),
      summary: all,
    },
    rows: shown,
    columns: ownerColumns(owner, all),
    currency: all.currency,
    isCut: false,
    notes: [
      ...describeCosts(query, all),
      ...(shown.length < rows.length ? [`The total covers all ${rows.length} ${owner}s.`] : []),
      ...explain(owner),
    ],
    warnings: describeArchived(all),
  };
}

const ownedBy = (field: 'team' | 'department', name: string): CostQuery => ({
  filter_expression: { workload: [{ field, operator: 'in', values: [name] }] },
});

const toMoney = ({ totalCost = '0', currency }: Summary) => Money.parse(totalCost, currency);

function ownerColumns(owner: Owner, all: Summary): Column<OwnerRow>[] {
  const amount = (value: string | undefined, { currency }: Summary): MoneyObject | undefined =>
    value === undefined ? undefined : { amount: value, currency };
  return [
    text(owner.toUpperCase(), owner, ({ name }) => name),
    {
      ...money(`COST ${all.currency}`, 'totalCost', (row) => amount(row.totalCost, row)),
      total: () => all.totalCost ?? '-',
    },
    percent('SHARE', 'costSharePercent', ({ costSharePercent }) => costSharePercent),
    money('IDLE', 'idleCost', (row) => amount(row.idleCost, row)),
    money('PER DAY', 'averageDailyCost', (row) => amount(row.averageDailyCost, row)),
    money('BEFORE', 'previousPeriodCost', (row) => amount(row.previousPeriodCost, row)),
    percent('CHANGE', 'changePercent', ({ changePercent }) => changePercent),
  ];
}

/** Explains why the rows may not add up to the total. */
const explain = (owner: Owner) =>
  owner === 'cluster'
    ? []
    : [
        `The total includes costs without a ${owner}. Costs that several share count in full for ` +
          'each.',
      ];
