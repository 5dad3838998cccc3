import { skipOnCitus } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { openTestReceiver, makeReport, send, type TestReceiver } from './receiver.ts';

describe('the health of the receiver', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await openTestReceiver();
  });
  after(() => receiver.close());

  const readiness = async (metricsUrl: string) => {
    const response = await fetch(metricsUrl.replace('/metrics', '/health/ready'));
    return { code: response.status, ...((await response.json()) as object) };
  };

  it('reports a read-only database', async () => {
    const url = new URL(receiver.databaseUrl);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    receiver.log.length = 0;
    const standby = await receiver.startAnother({ databaseUrl: url.href });
    expect(await readiness(standby.metricsUrl)).to.eql({
      code: 503,
      status: 'not_ready',
      reason: 'database_read_only',
    });
    expect(receiver.log.map(({ message }) => message)).to.include(
      'the database is read-only: no reports can be stored',
    );
    const { status } = await send(standby.url, receiver.token, makeReport());
    expect(status).to.equal(503);
  });

  it('reports a full disk of the database, until a report is stored', async function () {
    skipOnCitus(this, 'there are no triggers');
    const { token } = await receiver.addCluster('full');
    await receiver.query(`create function fill_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: no space left' using errcode = '53100'; end $$`);
    await receiver.query(`create trigger fill_disk before insert on snapshots
      for each row execute function fill_disk()`);
    receiver.log.length = 0;
    try {
      const { status, body } = await send(receiver.url, token, makeReport());
      expect({ status, error: body.error, message: body.message }).to.eql({
        status: 503,
        error: 'database_full',
        message: 'The disk of the database is full.',
      });
      expect(receiver.log[0]).to.include({
        status: 503,
        reason: 'database_full',
        detail: 'The disk of the database is full.',
      });
      expect(await readiness(receiver.metricsUrl)).to.eql({
        code: 503,
        status: 'not_ready',
        reason: 'database_full',
      });
    } finally {
      await receiver.query('drop trigger fill_disk on snapshots');
    }
    expect((await send(receiver.url, token, makeReport())).status).to.equal(200);
    expect((await readiness(receiver.metricsUrl)).code).to.equal(200);
  });

  it('stays ready after a report that exceeds a limit of PostgreSQL, which is refused', async function () {
    skipOnCitus(this, 'there are no triggers');
    const { token } = await receiver.addCluster('large');
    await receiver.query(`create function exceed_limit() returns trigger language plpgsql as $$
      begin raise exception 'total size exceeds the maximum' using errcode = '54000'; end $$`);
    await receiver.query(`create trigger exceed_limit before insert on snapshots
      for each row execute function exceed_limit()`);
    try {
      const { status, body } = await send(receiver.url, token, makeReport());
      expect({ status, error: body.error }).to.eql({ status: 413, error: 'snapshot_too_large' });
      expect((await readiness(receiver.metricsUrl)).code).to.equal(200);
    } finally {
      await receiver.query('drop trigger exceed_limit on snapshots');
    }
  });

  it('reports a missing worker, which is started as soon as possible', async () => {
    const weak = await receiver.startAnother({ heapMb: 64 });
    const { token } = await receiver.addCluster('worse');
    const { execPath } = process;
    receiver.log.length = 0;
    process.execPath = '/nowhere/node';
    try {
      const body = zstdCompressSync(`{"a":[${'{},'.repeat(3_000_000)}{}]}`);
      expect((await send(weak.url, token, body)).status).to.equal(413);
      const failures = () =>
        receiver.log.filter(({ message }) => String(message).includes('could not be started'));
      while (failures().length < 2) await sleep(20);
      expect(await readiness(weak.metricsUrl)).to.eql({
        code: 503,
        status: 'not_ready',
        reason: 'workers',
      });
      expect((await send(weak.url, token, makeReport())).body.error).to.equal('interrupted');
    } finally {
      process.execPath = execPath;
    }
    while ((await readiness(weak.metricsUrl)).code !== 200) await sleep(20);
    expect((await send(weak.url, token, makeReport())).status).to.equal(200);
  });
});
