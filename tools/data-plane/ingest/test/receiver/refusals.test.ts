import { agentToken } from '@costplane/kernel/edge';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { node, pod } from '../sample-snapshot.ts';
import { connectTo, readUntil, statusesIn, toRequest } from './raw-requests.ts';
import { compress, openTestReceiver, makeReport, send, type TestReceiver } from './receiver.ts';

const mib = 2 ** 20;

describe('the receiver, authorization', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await openTestReceiver();
  });
  after(() => receiver.close());

  const fleet = (cores = 8) =>
    makeReport({ nodes: [node('n1', { cpu_capacity_cores: cores })], pods: [pod('p1', 'n1')] });
  const readError = async (token: string, report = fleet()) => {
    const { status, body } = await send(receiver.url, token, report);
    return `${status} ${body.error ?? 'none'}`;
  };

  it('depends only on the token', async () => {
    const digest = await receiver.digest();
    const typo = receiver.token.slice(0, -1) + (receiver.token.endsWith('0') ? '1' : '0');
    expect(await readError(typo)).to.equal('401 malformed_token');
    expect(await readError('')).to.equal('401 no_token');
    expect(await readError(agentToken.mint())).to.equal('401 unknown_token');
    const { status, headers, body } = await send(receiver.url, receiver.token, fleet(), {
      Authorization: `Basic ${receiver.token}`,
    });
    expect({ status, error: body.error }).to.eql({ status: 401, error: 'no_token' });
    expect(headers.get('www-authenticate')).to.equal('Bearer');
    expect(await receiver.digest()).to.equal(digest);
    expect(JSON.stringify(receiver.log)).not.to.include(receiver.token.slice(8));
  });

  it('is withdrawn within five seconds after a token is revoked', async () => {
    const { clusterId, token } = await receiver.addCluster('revoked');
    // The second report makes the ledger ready for the month, which takes seconds on Citus.
    for (let report = 1; report <= 2; report += 1) {
      expect(await readError(token)).to.equal('200 none');
    }
    await receiver.query(
      `update agent_tokens set revoked_at = now() where cluster_id = '${clusterId}'`,
    );
    const begunAt = Date.now();
    let last = '';
    while (last !== '401 unknown_token' && Date.now() - begunAt < 5_000) {
      last = await readError(token);
      await sleep(100);
    }
    expect(last).to.equal('401 unknown_token');
  });

  it('is checked again after the body has arrived', async () => {
    const { clusterId, token } = await receiver.addCluster('revoked while it sends');
    const body = compress(fleet());
    const socket = connectTo(receiver.url);
    const answer = readUntil(socket, (text) => text.includes('"}'));
    socket.write(toRequest(token, body.subarray(0, 50), { length: body.length }));
    await sleep(100);
    await receiver.query(
      `update agent_tokens set revoked_at = now() where cluster_id = '${clusterId}'`,
    );
    await sleep(3_100);
    const digest = await receiver.digest();
    socket.write(body.subarray(50));
    expect(statusesIn(await answer)).to.eql([401]);
    expect(await receiver.digest()).to.equal(digest);
  });

  it('is denied to a cluster that was just deleted', async () => {
    const { clusterId, token } = await receiver.addCluster('deleted');
    expect(await readError(token, { snapshot_id: '' })).to.equal('422 no_snapshot');
    await receiver.query(`delete from agent_tokens where cluster_id = '${clusterId}'`);
    await receiver.query(`delete from clusters where id = '${clusterId}'`);
    expect(await readError(token)).to.equal('401 unknown_token');
  });

  it('is denied to a cluster that was just retired', async () => {
    const { clusterId, token } = await receiver.addCluster('retired');
    expect(await readError(token)).to.equal('200 none');
    await receiver.query(`update clusters set status = 'disconnected' where id = '${clusterId}'`);
    const digest = await receiver.digest();
    expect(await readError(token)).to.equal('401 unknown_token');
    expect(await receiver.digest()).to.equal(digest);
  });

  it('is denied with two tokens', async () => {
    const socket = connectTo(receiver.url);
    const request = toRequest(receiver.token, compress(fleet())).toString('latin1');
    const twice = request.replace(/Authorization: .*\r\n/, '$&$&');
    socket.write(Buffer.from(twice, 'latin1'));
    const text = await readUntil(socket, (answer) => answer.includes('"}'));
    expect(statusesIn(text)).to.eql([400]);
    expect(text).to.include('"contradicting_tokens"');
  });

  it('is denied to a suspended organization', async () => {
    const { token } = await receiver.addCluster('off');
    await receiver.query('update organizations set is_active = false');
    const digest = await receiver.digest();
    expect(await readError(token)).to.equal('403 organization_inactive');
    expect(await receiver.digest()).to.equal(digest);
    await receiver.query('update organizations set is_active = true');
  });

  it('is denied to a cluster that exceeds the core limit of its organization', async () => {
    const [one, other] = [await receiver.addCluster('one'), await receiver.addCluster('other')];
    const first = fleet(10.1);
    expect(await readError(one.token, first)).to.equal('200 none');
    const { sum } = await receiver.one('select sum(cpu_total_cores) from clusters');
    const used = Number(sum);
    await receiver.query(`update organizations set cpu_limit_cores = ${used} + 8.2`);
    await sleep(3_100);

    const digest = await receiver.digest();
    const over = await send(receiver.url, other.token, fleet(8.3));
    const usage = (value: number) => Number(value.toFixed(9));
    expect({ status: over.status, ...over.body }).to.deep.include({
      status: 402,
      success: false,
      error: 'over_limit',
      retry_after_seconds: 300,
      quota: {
        plan_type: 'community',
        is_within_quota: false,
        cluster_cpu: 8.3,
        cpu_limit: usage(used + 8.2),
        current_cpu_usage: usage(used + 8.3),
        remaining_cpu: 0,
      },
    });
    expect(over.headers.get('retry-after')).to.equal('300');
    expect(await receiver.digest()).to.equal(digest);

    const within = await send(receiver.url, other.token, fleet(8.1));
    expect(within.status).to.equal(200);
    expect(within.body.quota).to.eql({
      plan_type: 'community',
      is_within_quota: true,
      cluster_cpu: 8.1,
      cpu_limit: usage(used + 8.2),
      current_cpu_usage: usage(used + 8.1),
      remaining_cpu: 0.1,
    });
    await receiver.query('update organizations set cpu_limit_cores = 1');
    await sleep(3_100);
    expect(await readError(one.token), 'a new one').to.equal('402 over_limit');
    expect(await readError(one.token, first), 'a repeat of what is stored').to.equal('200 none');
    await receiver.query('update organizations set cpu_limit_cores = null');
  });

  it('is denied before the body is read, even for a client that keeps sending', async () => {
    const socket = connectTo(receiver.url);
    const body = Buffer.alloc(40 * mib, 'x');
    socket.write(toRequest(agentToken.mint(), body));
    const text = await readUntil(socket, (answer) => answer.includes('"}'));
    expect(statusesIn(text)).to.eql([401]);
    const large = await send(receiver.url, agentToken.mint(), new Uint8Array(body));
    expect(large.status).to.equal(401);
  });

  it('supports Expect: 100-continue', async () => {
    const { token } = await receiver.addCluster('waiting');
    const headers = { Expect: '100-continue' };
    const body = compress(fleet());
    const refused = connectTo(receiver.url);
    refused.write(toRequest(agentToken.mint(), '', { length: body.length, headers }));
    expect(statusesIn(await readUntil(refused, (text) => text.includes('"}')))).to.eql([401]);
    const taken = connectTo(receiver.url);
    taken.write(toRequest(token, '', { length: body.length, headers }));
    const text = await readUntil(taken, (answer) => {
      if (answer.endsWith('100 Continue\r\n\r\n')) taken.write(body);
      return answer.includes('"stats"');
    });
    expect(statusesIn(text)).to.eql([100, 200]);
  });

  it('is granted while a hundred unauthorized clients connect', async () => {
    const { token } = await receiver.addCluster('undisturbed');
    const knocking = Array.from({ length: 100 }, () =>
      send(receiver.url, agentToken.mint(), new Uint8Array(mib)),
    );
    expect(await readError(token)).to.equal('200 none');
    expect(new Set((await Promise.all(knocking)).map(({ status }) => status))).to.eql(
      new Set([401]),
    );
  });
});

describe('the receiver, sizes of bodies', () => {
  let receiver: TestReceiver;
  before(async () => (receiver = await openTestReceiver()));
  after(() => receiver.close());

  const most = 52_428_800;

  it('are limited by the headers before anything is read', async () => {
    const socket = connectTo(receiver.url);
    socket.write(toRequest(receiver.token, '', { length: most + 1 }));
    const text = await readUntil(socket, (answer) => answer.includes('"}'));
    expect(statusesIn(text)).to.eql([413]);
    expect(text).to.include('"body_too_large"');
  });

  it('are limited while chunks arrive', async () => {
    const chunk = new Uint8Array(mib);
    let left = 60;
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(chunk);
        left -= 1;
        if (left === 0) controller.close();
      },
    });
    const response = await fetch(`${receiver.url}/api/v1/metrics/ingest`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${receiver.token}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'zstd',
      },
      body,
      duplex: 'half',
    });
    expect(response.status).to.equal(413);
    await response.body?.cancel();
  });

  it('must be declared', async () => {
    const socket = connectTo(receiver.url);
    const request = toRequest(receiver.token, '').toString();
    socket.write(request.replace('Content-Length: 0\r\n', ''));
    const text = await readUntil(socket, (answer) => answer.includes('"}'));
    expect(statusesIn(text)).to.eql([411]);
  });
});
