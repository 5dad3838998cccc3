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

const days = 50;
const clusters = 10;
const pageOfClusters = 100;

/** How many days of workloads there are; fewer for a try. */
export const ledgerRows = Number(process.env.COSTPLANE_BENCH_LEDGER_ROWS ?? 10_000_000);

/** All of the history. */
export const exported: Span = { from: '2026-01-01', to: '2026-02-20' };
/** A day of it, to warm up with. */
export const exportedFirst: Span = { from: '2026-01-01', to: '2026-01-02' };

/** Fifty days of ten clusters, among clusters without a history that make a page full. */
export const exportLedger = (say: (message: string) => void): Promise<Fleet> =>
  keepFleet('export', () => {
    say(`making ${ledgerRows} days of workloads`);
    return createFleet(
      1,
      ['cost_explorer:read', 'clusters:read'],
      async (client, [organizationId = '']) => {
        await fillClusters(client, pageOfClusters);
        await prepareLedger(client, exported);
        const workloadsPerCluster = Math.ceil(ledgerRows / days / clusters);
        await makeOwners(client, { organizationId, clusters, workloadsPerCluster });
        await fillWorkloads(client, 'day', exported);
        await fillNamespaceDays(client, exported);
        await fillBills(client, 'day', exported);
      },
    );
  });
