import { expect } from 'chai';
import { ingestHistory } from '../src/ingest-history.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { billedHours, expectAgreement } from './ledger-checks.ts';
import { deployment, node, ownedBy, pod, sampleSnapshot, uid, volume } from './sample-snapshot.ts';

/** Minute 0 of the samples is noon of this day. */
const today = '2026-07-15';
const hourMs = 3_600_000;
const midnight = Date.parse(`${today}T00:00:00Z`);

describe('history', () => {
  let warehouse: TestWarehouse;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  const lists = {
    nodes: [node('n')],
    deployments: [deployment('web', { labels: { team: 'web' } })],
    pods: [pod('web-1', 'n', ownedBy('Deployment', 'web'))],
    pvs: [volume('v', null)],
  };
  const ingest = (minute: number) => warehouse.ingest(sampleSnapshot(minute, lists));
  const add = (days: number, stepHours = 6, asked: string[] = []) =>
    ingestHistory(warehouse.db, {
      organizationId: warehouse.organizationId,
      cluster: { id: warehouse.clusterId },
      since: new Date(midnight - days * 24 * hourMs),
      stepSeconds: stepHours * 3600,
      snapshotAt: (time) => {
        asked.push(time.toISOString());
        return sampleSnapshot(0, lists);
      },
    });
  const covered = async () =>
    (await warehouse.query('select range_agg(covered)::text as all from cluster_hours'))[0]!.all;
  const bill = () => billedHours(warehouse, warehouse.clusterId);

  it('ends at the first snapshot, where the ledger begins', async () => {
    await ingest(5);
    const asked: string[] = [];
    expect(await add(1, 6, asked)).to.eql({
      from: midnight - 24 * hourMs,
      to: midnight + 12 * hourMs + 5 * 60_000,
    });
    expect(asked).to.eql([
      '2026-07-14T06:00:00.000Z',
      '2026-07-14T12:00:00.000Z',
      '2026-07-14T18:00:00.000Z',
      '2026-07-15T00:00:00.000Z',
      '2026-07-15T06:00:00.000Z',
      '2026-07-15T12:00:00.000Z',
      '2026-07-15T12:05:00.000Z',
    ]);
    await ingest(6);
    expect(await covered()).to.equal('{["2026-07-14 00:00:00+00","2026-07-15 12:06:00+00")}');
    await expectAgreement(warehouse);

    // 8 × 0.031611 and 32 × 0.004237 for the node, 10 × 0.00005479 for the volume.
    const price = 388_472_000_000n + 547_900_000n;
    const hours = [...(await bill()).values()];
    expect(hours).to.have.length(37);
    expect(new Set(hours.slice(0, 36))).to.eql(new Set([price * 3_600_000n]));
    expect(hours[36]).to.equal(price * 360_000n);
  });

  it('describes its owners as they are now', async () => {
    await ingest(0);
    await add(2);
    expect(
      await warehouse.query(`
        select distinct owner.name, teams from workload_days as given
        join owner_descriptions as owner
          on owner.cluster_id = given.cluster_id and owner.id = given.description_id`),
    ).to.eql([{ name: 'web', teams: ['web'] }]);
    expect(await warehouse.one('select count(*)::int as days from workload_days')).to.eql({
      days: 3,
    });
  });

  it('is added once, and can be extended into the past', async () => {
    await ingest(0);
    await add(1);
    const before = await bill();
    expect(await add(1)).to.equal(null);
    expect(await bill()).to.eql(before);
    expect(await add(3)).to.eql({
      from: midnight - 72 * hourMs,
      to: midnight - 24 * hourMs,
    });
    expect(await covered()).to.equal('{["2026-07-12 00:00:00+00","2026-07-15 12:00:00+00")}');
    await expectAgreement(warehouse);
  });

  it('ends before the ledger, and keeps its gaps', async () => {
    for (const minute of [0, 1, 61]) await ingest(minute);
    const { to } = (await add(1))!;
    expect(new Date(to).toISOString()).to.equal('2026-07-15T12:00:00.000Z');
    expect(await covered()).to.equal(
      '{["2026-07-14 00:00:00+00","2026-07-15 12:01:00+00"),["2026-07-15 12:58:00+00","2026-07-15 13:01:00+00")}',
    );
    await expectAgreement(warehouse);
  });

  it('is not added again where only its days are kept', async () => {
    await ingest(0);
    await ingest(1);
    await add(2);
    await warehouse.query(`delete from cluster_hours where hour < '${today}'`);
    expect(await add(2)).to.equal(null);
  });

  it('has the same result with any step size if nothing changes', async () => {
    await ingest(0);
    await add(1, 0.25);
    const fine = await bill();
    await warehouse.query(
      'truncate cluster_hours, cluster_days, namespace_hours, namespace_days, workload_hours, workload_days, node_hours, node_days, container_days, quantity_hours, node_quantity_hours',
    );
    await add(1, 24);
    expect(await bill()).to.eql(fine);
    await expectAgreement(warehouse);
  });

  it('keeps the ledger rows of a shared day', async () => {
    const on = (name: string) => ({
      ...lists,
      nodes: [node(name, { node_group: `group of ${name}` })],
      pods: [pod('web-1', name, ownedBy('Deployment', 'web'))],
    });
    const both = { nodes: [...on('live').nodes, node('past', { node_group: 'new' })] };
    for (const minute of [0, 1])
      await warehouse.ingest(sampleSnapshot(minute, { ...on('live'), ...both }));
    await warehouse.query(`update workloads set labels = '{"tier": "new"}'`);
    await warehouse.query(`update clusters set region = 'elsewhere'`);
    await ingestHistory(warehouse.db, {
      organizationId: warehouse.organizationId,
      cluster: { id: warehouse.clusterId },
      since: new Date(midnight - 24 * hourMs),
      stepSeconds: 6 * 3600,
      snapshotAt: () => sampleSnapshot(0, on('past')),
    });
    const facts = (columns: string, table: string) =>
      warehouse.query(`select distinct ${columns}, day::text from ${table} order by 2, 1`);

    const days = ['2026-07-14', today];
    expect(await facts('region', 'cluster_days')).to.eql([
      { region: 'elsewhere', day: days[0] },
      { region: 'here', day: days[1] },
    ]);
    for (const table of ['workload_days', 'container_days']) {
      expect(
        await facts(
          'labels',
          `${table} as given join owner_descriptions as owner
          on owner.cluster_id = given.cluster_id and id = description_id`,
        ),
        table,
      ).to.eql([
        { labels: { tier: 'new' }, day: days[0] },
        { labels: { team: 'web' }, day: days[1] },
        // Of the time that was added to it.
        { labels: { tier: 'new' }, day: days[1] },
      ]);
    }
    expect(await facts('node_uid', 'container_days')).to.eql([
      { node_uid: uid('past'), day: days[0] },
      { node_uid: uid('live'), day: days[1] },
      // Of the time that was added to it.
      { node_uid: uid('past'), day: days[1] },
    ]);
    expect(await facts('node_group', `node_days where node_uid = '${uid('past')}'`)).to.eql([
      { node_group: 'group of past', day: days[0] },
      { node_group: 'new', day: days[1] },
    ]);
    // Sums grow all the same.
    expect(await facts('seconds', 'container_days')).to.eql([
      { seconds: '86400', day: days[0] },
      { seconds: '60', day: days[1] },
      { seconds: '43200', day: days[1] },
    ]);
    expect(await facts('seconds', 'cluster_days')).to.eql([
      { seconds: '86400', day: days[0] },
      { seconds: '43260', day: days[1] },
    ]);
  });

  it('does not exist for a cluster without reports', async () => {
    expect(await add(1)).to.equal(null);
  });
});
