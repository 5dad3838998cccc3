import { type Client } from 'pg';
import { fillClusters } from '../cluster-fleet.ts';
import { createFleet, type Fleet } from '../fleet.ts';
import { keepFleet } from '../kept-fleets.ts';
import {
  fillBills,
  fillContainers,
  fillNamespaceDays,
  fillNodes,
  fillWorkloads,
  prepareLedger,
  type Span,
} from '../ledger/fill.ts';
import { makeOwners, type Owners } from '../ledger/owners.ts';
import { type Run } from '../scenario.ts';
import { workloadsSql } from '../workload-fleet.ts';

const clusters = 10;
const containersPerWorkload = 5;

const dayMs = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const today = new Date();
const monthStart = (before: number) =>
  toDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - before));
const tomorrow = toDay(today.getTime() + dayMs);

/** The last month that is over. */
const month: Span = { from: monthStart(1), to: monthStart(0) };
/** From the month before, which summaries compare with, up to today. */
export const history: Span = { from: monthStart(2), to: tomorrow };

/** The days that are asked for. */
export const dates = { start_date: month.from, end_date: toDay(Date.parse(month.to) - dayMs) };

/** Others that begin and end within closed periods, whose days are added up one by one. */
export const datesWithin = {
  start_date: toDay(Date.parse(month.from) + 4 * dayMs),
  end_date: toDay(Date.parse(month.from) + 29 * dayMs),
};

/** The daily costs of the organization over them. */
export const trendPath =
  '/v1/organizations/dashboard/cost-trend?granularity=daily' +
  `&start=${Date.parse(month.from) / 1_000}&end=${Date.parse(month.to) / 1_000}`;

const workloadsPerCluster = ({ isQuick }: Run) => (isQuick ? 100 : 2_000);

/** What `explorerFleet` has, in a few words. */
export const describeLedger = (run: Run) => {
  const workloads = clusters * workloadsPerCluster(run);
  return (
    `a month of ${workloads * containersPerWorkload} containers of ${workloads} workloads, ` +
    `${clusters} clusters, 12 labels, numerics of 20 digits`
  );
};

/** Of all that the console shows. */
export const scopes = [
  'organization:read',
  'clusters:read',
  'namespaces:read',
  'workloads:read',
  'nodes:read',
  'recommendations:read',
  'teams:read',
  'departments:read',
  'cost_explorer:read',
];

/** An organization with its state and its history up to today, made in SQL. */
export const explorerFleet = (run: Run): Promise<Fleet> =>
  keepFleet('explorer', () => {
    run.say(`making ${describeLedger(run)}`);
    return createHistoryFleet({ organizations: 1, workloadsPerCluster: workloadsPerCluster(run) });
  });

/** Organizations of ten clusters each. */
export const createHistoryFleet = ({
  organizations,
  workloadsPerCluster,
}: {
  readonly organizations: number;
  readonly workloadsPerCluster: number;
}): Promise<Fleet> =>
  createFleet(organizations, scopes, async (client, ids) => {
    await prepareLedger(client, history);
    for (const organizationId of ids) {
      await fillHistory(client, { organizationId, clusters, workloadsPerCluster });
    }
  });

async function fillHistory(client: Client, owners: Owners): Promise<void> {
  await fillClusters(client, clusters, [owners.organizationId]);
  await client.query(
    `create temporary table chosen as
      select organization_id, id from clusters where organization_id = $1`,
    [owners.organizationId],
  );
  await client.query(workloadsSql, [owners.workloadsPerCluster]);
  await client.query('drop table chosen');
  await makeOwners(client, owners);
  await fillWorkloads(client, 'day', history);
  await fillNamespaceDays(client, history);
  await fillBills(client, 'day', history);
  await fillBills(client, 'hour', { from: month.to, to: tomorrow });
  await fillNodes(client, { from: month.from, to: tomorrow });
  await fillContainers(client, containersPerWorkload, month);
}
