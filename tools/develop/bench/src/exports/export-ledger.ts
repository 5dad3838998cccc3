import { fillClusters } from '../cluster-fleet.ts';
import { createFleet, type Fleet } from '../fleet.ts';
import { keepFleet } from '../kept-fleets.ts';
import {
  fillBills,
  fillNamespaceDays,
  fillWorkloads,
  prepareLedger,
  type Span,
} from '../ledger/fill.ts';
import { makeOwners } from '../ledger/owners.ts';
import { type Run } from '../scenario.ts';

const days = 50;
const clusters = 10;
const pageOfClusters = 100;

/** How many days of workloads there are. */
const ledgerRows = ({ isQuick }: Run) => (isQuick ? 50_000 : 10_000_000);

/** What `exportLedger` has, in a few words. */
export const describeExport = (run: Run) =>
  `${ledgerRows(run)} ledger rows: ${days} days of ${clusters} clusters, 12 labels, numerics of 20 digits`;

/** All of the history. */
export const exported: Span = { from: '2026-01-01', to: '2026-02-20' };
/** A day of it, to warm up with. */
export const exportedFirst: Span = { from: '2026-01-01', to: '2026-01-02' };

/** Fifty days of ten clusters, among clusters without a history that make a page full. */
export const exportLedger = (run: Run): Promise<Fleet> =>
  keepFleet('export', () => {
    run.say(`making ${describeExport(run)}`);
    return createFleet(
      1,
      ['cost_explorer:read', 'clusters:read'],
      async (client, [organizationId = '']) => {
        await fillClusters(client, pageOfClusters);
        await prepareLedger(client, exported);
        const workloadsPerCluster = Math.ceil(ledgerRows(run) / days / clusters);
        await makeOwners(client, { organizationId, clusters, workloadsPerCluster });
        await fillWorkloads(client, 'day', exported);
        await fillNamespaceDays(client, exported);
        await fillBills(client, 'day', exported);
      },
    );
  });
