import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockCluster } from '../../src/write/lock-cluster.ts';
import { expectAgreement } from '../ledger-checks.ts';
import { deployment, node, ownedBy, pod } from '../sample-snapshot.ts';
import { makeReport, openTestReceiver, send, type TestReceiver } from './receiver.ts';

const web = {
  nodes: [node('n')],
  deployments: [deployment('web')],
  pods: [pod('web-1', 'n', ownedBy('Deployment', 'web'))],
};

describe('the receiver, folding', () => {
  let receiver: TestReceiver;
  afterEach(() => receiver.close());

  const report = async (seconds: number, now = Date.now()) => {
    const made = { ...makeReport(web, seconds), timestamp: now + seconds * 1000 };
    const { status } = await send(receiver.url, receiver.token, made);
    expect(status).to.equal(200);
  };
  const countPending = async () =>
    Number((await receiver.one('select count(*) from pending_increments')).count);
  const accountedSeconds = async () =>
    Number((await receiver.one('select coalesce(sum(seconds), 0) as s from cluster_hours')).s);
  const untilFolded = async () => {
    while ((await countPending()) > 0) await sleep(50);
  };

  it('keeps reports pending, and the state up to date', async () => {
    receiver = await openTestReceiver();
    for (const seconds of [-120, -60, 0]) await report(seconds);
    expect(await countPending()).to.equal(2);
    expect(await accountedSeconds()).to.equal(0);
    expect((await receiver.one('select pods from clusters')).pods).to.equal(1);
  });

  it('adds them to the ledger in time, also for a cluster that stopped reporting', async () => {
    receiver = await openTestReceiver({ foldWithinMs: 1_000 });
    const now = Date.now();
    for (const seconds of [-120, -60, 0]) await report(seconds, now);
    await untilFolded();
    expect(await accountedSeconds()).to.be.closeTo(120, 5);
    await expectAgreement(receiver);
    const metrics = await (await fetch(receiver.metricsUrl)).text();
    expect(metrics).to.match(/costplane_receiver_folds_total\{outcome="done"\} [1-9]/);
  });

  it('continues with other clusters while one is locked', async () => {
    receiver = await openTestReceiver({ foldWithinMs: 500, perWorker: 2 });
    const { clusterId, token } = await receiver.addCluster('other');
    for (const seconds of [-60, 0]) await report(seconds);
    await receiver.db.transaction().execute(async (tx) => {
      await lockCluster({
        tx,
        organizationId: receiver.organizationId,
        clusterId: receiver.clusterId,
      });
      for (const seconds of [-60, 0]) {
        expect((await send(receiver.url, token, makeReport(web, seconds))).status).to.equal(200);
      }
      const isFolded = async () =>
        (await receiver.query(`select from cluster_hours where cluster_id = '${clusterId}'`))
          .length > 0;
      while (!(await isFolded())) await sleep(50);
    });
    await untilFolded();
    await expectAgreement(receiver);
  });

  it('adds them immediately if history may not lag', async () => {
    receiver = await openTestReceiver({ foldWithinMs: 0 });
    for (const seconds of [-60, 0]) await report(seconds);
    expect(await countPending()).to.equal(0);
    expect(await accountedSeconds()).to.be.closeTo(60, 5);
  });

  it('retries rows that could not be added, and logs it', async () => {
    receiver = await openTestReceiver({ foldWithinMs: 500 });
    await receiver.query(
      'alter table cluster_days add constraint broken check (seconds < 0) not valid',
    );
    for (const seconds of [-60, 0]) await report(seconds);
    const isSaid = () =>
      receiver.log.some(({ message }) => String(message).includes('they stay pending'));
    while (!isSaid()) await sleep(50);
    expect(await countPending()).to.equal(1);
    await receiver.query('alter table cluster_days drop constraint broken');
    await untilFolded();
    expect(await accountedSeconds()).to.be.closeTo(60, 5);
  });
});
