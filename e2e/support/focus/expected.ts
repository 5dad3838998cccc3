import { type Database } from '../database.ts';
import { type Exporter } from './export-client.ts';

/** What the cost explorer says of a window. */
export interface ExploredTotal {
  readonly totalCost: string;
  readonly unallocatedCost: string;
}

/** Fully loaded, with every component; the explorer's last day is inclusive. */
export async function exploredTotal(
  exporter: Exporter,
  { from, to }: { readonly from: string; readonly to: string },
  clusters?: readonly string[],
): Promise<ExploredTotal> {
  const last = new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10);
  const key = await exporter.createKey(clusters && { clusters });
  const response = await fetch(`${exporter.url}/v1/cost-explorer/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      start_date: from,
      end_date: last,
      group_by: 'namespace',
      cost_mode: 'fully_loaded',
      basis: 'all',
    }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return (JSON.parse(text) as { data: { summary: ExploredTotal } }).data.summary;
}

/** Cluster and day (`<id> YYYY-MM-DD`) of nodes that no row used, or not in every resource. */
export async function placesWithUnusedNodes(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ cluster_id: string; day: string }>(
    `select cluster_id, to_char(day, 'YYYY-MM-DD') as day from node_days
      where unallocated_cost_seconds > 0`,
  );
  return new Set(rows.map(({ cluster_id: cluster, day }) => `${cluster} ${day}`));
}
