import { type CostplaneClient, paginateCosts, type Schemas } from '@costplane/client';
import { costColumns } from './cost-columns.ts';
import { type CostQuery, describeArchived, describeCosts } from './describe-costs.ts';
import { type Result } from './format.ts';

type Row = Schemas['CostExplorerRow'];

/** Costs by a grouping of the cost explorer. */
export async function queryCosts(
  client: CostplaneClient,
  query: CostQuery,
  limit: number,
): Promise<Result<Row>> {
  const body = { ...query, per_page: Math.min(limit, 500) };
  const { data } = await client.POST('/v1/cost-explorer/query', { body });
  const { rows, summary } = data.data;
  if (rows.length < Math.min(limit, summary.rowCount)) {
    for await (const row of paginateCosts(client, { ...body, page: 2 })) {
      if (rows.push(row) >= limit) break;
    }
  }
  return {
    document: { rows, summary },
    rows,
    columns: costColumns(rows, summary),
    currency: summary.currency,
    isCut: false,
    notes: describeCosts(query, summary, rows.length),
    warnings: describeArchived(summary),
  };
}
