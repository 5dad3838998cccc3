import { AssertionError, expect } from 'chai';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';
import { deployment, node, ownedBy, pod, sampleSnapshot, uid } from './sample-snapshot.ts';

describe('the checks of the ledger', () => {
  let warehouse: TestWarehouse;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
    const lists = {
      nodes: [node('n')],
      deployments: [deployment('web')],
      pods: [pod('web-1', 'n', ownedBy('Deployment', 'web')), pod('bare', 'n')],
    };
    const empty = { nodes: [node('unused')], deployments: [deployment('asleep', { replicas: 0 })] };
    const { db, organizationId } = warehouse;
    const idle = await findOrCreateCluster(db, { organizationId, name: 'idle' });
    for (const minute of [0, 1]) {
      await warehouse.ingest(sampleSnapshot(minute, lists));
      await warehouse.ingest(sampleSnapshot(minute, empty), idle);
    }
    await expectAgreement(warehouse);
  });
  afterEach(() => warehouse.close());

  const unused = `where node_uid = '${uid('unused')}'`;
  const losses: [what: string, statements: string[]][] = [
    ...['cluster', 'namespace', 'workload', 'node'].map((name): [string, string[]] => [
      `all of its ${name}s`,
      [`delete from ${name}_hours`, `delete from ${name}_days`],
    ]),
    [
      'the nodes of a cluster that nothing runs on',
      [`delete from node_hours ${unused}`, `delete from node_days ${unused}`],
    ],
    ['all of its containers', ['delete from container_days']],
    ['what its owners have of what has a price', ['delete from quantity_hours']],
    ['what its nodes have of what has a price', ['delete from node_quantity_hours']],
    [
      'the containers of one owner',
      [`delete from container_days where workload_uid = '${uid('web')}'`],
    ],
  ];
  for (const [what, statements] of losses) {
    it(`detect lost ${what}`, async () => {
      for (const statement of statements) await warehouse.query(statement);
      const outcome = await expectAgreement(warehouse).catch((error: unknown) => error);
      expect(outcome).to.be.instanceOf(AssertionError);
    });
  }
});
