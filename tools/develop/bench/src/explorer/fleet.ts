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
} from '../ledger/fill.ts';
import { makeOwners } from '../ledger/owners.ts';

const clusters = 10;
const workloadsPerCluster = 2_000;
const containersPerWorkload = 5;

const month = { from: '2026-04-01', to: '2026-05-01' };
/** With the thirty days before, which the summary compares with. */
const twoMonths = { from: '2026-03-02', to: '2026-05-01' };

/** The days that are asked for. */
export const dates = { start: '2026-04-01', end: '2026-04-30', previousStart: '2026-03-02' };

/** A month of 100,000 containers of 20,000 workloads on 1,000 nodes. */
export const explorerFleet = (say: (message: string) => void): Promise<Fleet> =>
  keepFleet('explorer', () => {
    say('making a month of 20,000 workloads with 5 containers each');
    return createFleet(1, ['cost_explorer:read'], async (client, [organizationId = '']) => {
      await fillClusters(client, clusters);
      await prepareLedger(client, twoMonths);
      await makeOwners(client, { organizationId, clusters, workloadsPerCluster });
      await fillWorkloads(client, 'day', twoMonths);
      await fillNamespaceDays(client, twoMonths);
      await fillBills(client, 'day', twoMonths);
      await fillNodes(client, month);
      await fillContainers(client, containersPerWorkload, month);
    });
  });
