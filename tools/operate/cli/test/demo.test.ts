import { findOrCreateCluster } from '@costplane/ingest';
import { demoMembers } from '@costplane/sample';
import { openWarehouse, type WarehouseRole } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { CommandError } from '../src/command-error.ts';
import { type CommandDatabase } from '../src/database/command-database.ts';
import { findOrCreateOrganization } from '../src/database/find-or-create-organization.ts';
import { insertOrganization } from '../src/database/insert-organization.ts';
import { findDemoClusters, refuseOtherClusters } from '../src/demo/find-demo-clusters.ts';
import { loadDemoClusters } from '../src/demo/load-demo-clusters.ts';
import { loadPlans } from '../src/demo/load-plan.ts';
import { prepareOrganization } from '../src/demo/prepare-organization.ts';
import { refreshDemo } from '../src/demo/refresh-demo.ts';
import { reportForDemo } from '../src/demo/report-for-demo.ts';

describe('the demo of costplane start', () => {
  const fleet = demoMembers();
  const firstAlone = fleet.slice(0, 1);
  const names = fleet.map(({ name }) => name);
  const plan = loadPlans.small;
  const hourAgo = { plan, days: 0, at: new Date(Date.now() - 3_600_000) };

  let test: TestDatabase;
  let database: CommandDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
    const pools = { owner: open('owner'), ingest: open('ingest'), api: open('api') };
    database = {
      url: test.url,
      name: 'default',
      isEmbedded: false,
      folder: undefined,
      serviceUrl: () => Promise.resolve(test.url),
      explain: (error) => Promise.resolve(error),
      as: (role) => pools[role],
      close: async () => {
        await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
      },
    };
  });
  afterEach(async () => {
    await database.close();
    await test.drop();
  });

  const open = (role: WarehouseRole) => openWarehouse(test.url, role);
  const makeOrganization = (name: string) => insertOrganization(database.as('owner'), { name });
  const makePending = (organizationId: string, name: string) =>
    findOrCreateCluster(database.as('ingest'), { organizationId, name });
  const found = async (organization: { id: string; name: string }) =>
    (await findDemoClusters(database, organization)).clusters.map(({ name }) => name);
  const clusters = () =>
    database.as('owner').selectFrom('clusters').select(['name', 'status', 'last_seen_at']);

  it('is completed if a start was killed before its first cluster', async () => {
    const demo = await makeOrganization('demo');
    expect(await found(demo)).to.deep.equal(names);
  });

  it('is completed after a start that was killed within a cluster', async () => {
    const demo = await makeOrganization('demo');
    await loadDemoClusters(database, demo.id, firstAlone, hourAgo);
    await makePending(demo.id, names[1]!);
    expect((await prepareOrganization(database, { days: 0 })).id).to.equal(demo.id);
    const state = await clusters().execute();
    expect(state.map(({ name }) => name)).to.have.members(names);
    expect(state.filter(({ status }) => status === 'pending')).to.deep.equal([]);
  });

  it('is completed after a start that was killed within its first cluster', async () => {
    const demo = await makeOrganization('demo');
    await makePending(demo.id, names[0]!);
    expect(await found(demo)).to.deep.equal(names);
  });

  it('is updated with other clusters present, and not completed', async () => {
    const demo = await makeOrganization('demo');
    await loadDemoClusters(database, demo.id, firstAlone, hourAgo);
    await makePending(demo.id, names[1]!);
    await makePending(demo.id, 'mine');
    expect(await found(demo)).to.deep.equal(names.slice(0, 2));
  });

  it('has the same ids in every database, also after a cluster was renamed', async () => {
    const demo = await findOrCreateOrganization(database.as('owner'), 'demo');
    await loadDemoClusters(database, demo.id, firstAlone, hourAgo);
    const before = await clusters().select('id').execute();
    expect([demo.id, ...before.map(({ id }) => id)]).to.deep.equal([
      'de300000-0000-4000-8000-000000000000',
      '8c4aa3ce-d6fe-505c-8bd6-730e14a3beab',
    ]);
    await database.as('owner').updateTable('clusters').set({ name: 'renamed' }).execute();
    await loadDemoClusters(database, demo.id, firstAlone, hourAgo);
    expect(await clusters().execute()).to.have.length(2);
  });

  it('does not change an organization with another name', async () => {
    const acme = await makeOrganization('acme');
    expect(await found(acme)).to.deep.equal([]);
    await makePending(acme.id, names[1]!);
    expect(await found(acme)).to.deep.equal([]);
    await loadDemoClusters(database, acme.id, firstAlone, hourAgo);
    expect(await found(acme)).to.deep.equal(names.slice(0, 1));
  });

  it('is not loaded into a cluster of the same name with other nodes', async () => {
    const acme = await makeOrganization('acme');
    await makePending(acme.id, names[0]!);
    const refusal = () =>
      refuseOtherClusters(database, acme, 'small').then(
        () => null,
        (error: unknown) => error,
      );
    expect(await refusal()).to.equal(null);
    await loadDemoClusters(database, acme.id, firstAlone, hourAgo);
    expect(await refusal()).to.equal(null);
    await database
      .as('owner')
      .updateTable('nodes')
      .set({ uid: crypto.randomUUID() })
      .where('name', '=', (eb) => eb.selectFrom('nodes').select('name').orderBy('name').limit(1))
      .execute();
    expect(await refusal())
      .to.be.instanceOf(CommandError)
      .and.have.property('message')
      .that.matches(
        new RegExp(`^The cluster ${names[0]!} of acme is not one of the demo.* --org$`),
      );
  });

  it('is not loaded into an organization that only has other clusters', async () => {
    const acme = await makeOrganization('acme');
    await makePending(acme.id, 'mine');
    const refusal = await refuseOtherClusters(database, acme, 'small').catch(String);
    expect(refusal).to.match(/The cluster mine of acme is not one of the demo.* --org$/);
    await loadDemoClusters(database, acme.id, firstAlone, hourAgo);
    await refuseOtherClusters(database, acme, 'small');
  });

  it('has its history completed, once', async () => {
    const demo = await makeOrganization('demo');
    await loadDemoClusters(database, demo.id, fleet, hourAgo);
    await prepareOrganization(database, { days: 1 });
    const days = async () =>
      await database
        .as('owner')
        .selectFrom('cluster_days')
        .select(({ fn }) => [
          fn.countAll<string>().as('count'),
          fn.sum<string>('seconds').as('seconds'),
        ])
        .executeTakeFirstOrThrow();
    const before = await days();
    expect(Number(before.count)).to.be.at.least(12);
    await refreshDemo(database, demo, { days: 1 });
    // No time passed but that of the test itself.
    expect(Number((await days()).seconds) - Number(before.seconds)).to.be.below(6 * 60);
  });

  it('keeps reporting for its clusters while it runs', async () => {
    const acme = await makeOrganization('acme');
    await loadDemoClusters(database, acme.id, firstAlone, hourAgo);
    const lastSeen = async () =>
      Number(new Date((await clusters().executeTakeFirstOrThrow()).last_seen_at!));
    const before = await lastSeen();
    const reporting = reportForDemo(database, acme, { intervalMs: 20 });
    try {
      for (let tries = 0; tries < 1000 && (await lastSeen()) === before; tries += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      await reporting.stop();
    }
    expect((await lastSeen()) - before).to.be.at.least(3_000_000);
  });
});
