import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { costplaneJson } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { digestTables } from '../support/digest-tables.ts';
import { send, type SendOptions } from './support/agent.ts';
import { leaveFullHour } from './support/leave-full-hour.ts';
import { createAgentToken, type Receiver, startReceiver } from './support/receiver.ts';
import {
  compress,
  compressStreamed,
  readExample,
  type Release,
  type Snapshot,
  toBytes,
} from './support/wire.ts';

const most = 52_428_800;

describe("the protocol of the agents' receiver", () => {
  let database: Database;
  let receiver: Receiver;
  let clusters = 0;
  const environment = () => ({ DATABASE_URL: database.url });

  before(leaveFullHour);
  before(async () => {
    database = await createDatabase();
    await costplaneJson(['org', 'create', 'acme'], environment());
    receiver = await startReceiver(environment(), [
      '--oldest-agent',
      'v2.0.0',
      '--max-snapshot-bytes',
      '4000000',
      // What is folded between two looks at the tables is a difference, too.
      '--fold-interval',
      '0',
    ]);
  });
  after(async () => {
    expect(await receiver.stop(), receiver.output.stderr).to.equal(0);
    await database.drop();
  });

  const addAgent = () => createAgentToken(environment(), 'acme', `cluster ${(clusters += 1)}`);
  const example = (change: Partial<Snapshot> = {}): Snapshot => ({
    ...readExample(),
    snapshot_id: randomUUID(),
    timestamp: Date.now(),
    ...change,
  });
  const readStatus = async (id: string) => {
    const [row] = await database.sql<{ status: string }>(
      'select status from clusters where id = $1',
      [id],
    );
    return row!.status;
  };

  for (const release of ['current', 'older'] as const) {
    describe(`with an agent of the ${release} release`, () => {
      it('sends the recorded bytes', () => {
        const sending = { url: 'http://receiver:8080', token: 'cpa_x', body: Buffer.from('body') };
        const text = toBytes(release, { ...sending, snapshotId: 'id-1' }).toString();
        const [first, ...lines] = text.split('\r\n');
        expect(first).to.equal('POST /api/v1/metrics/ingest HTTP/1.1');
        const isOlder = release === 'older';
        expect(lines).to.eql([
          'Host: receiver:8080',
          `User-Agent: ${isOlder ? 'Go-http-client/1.1' : 'kubeadapt-agent/v2.2.0'}`,
          isOlder ? 'Transfer-Encoding: chunked' : 'Content-Length: 4',
          'Authorization: Bearer cpa_x',
          'Content-Encoding: zstd',
          'Content-Type: application/json',
          ...(isOlder ? [] : ['Idempotency-Key: id-1']),
          `X-Agent-Version: ${isOlder ? 'v2.1.0' : 'v2.2.0'}`,
          ...(isOlder ? [] : ['X-Kubeadapt-Protocol: v1']),
          'X-Snapshot-Id: id-1',
          'Accept-Encoding: gzip',
          '',
          ...(isOlder ? ['4', 'body', '0', '', ''] : ['body']),
        ]);
      });

      for (const frame of ['with its size', 'without its size'] as const) {
        it(`stores a zstd frame ${frame}, whose repeat changes nothing`, async () => {
          const { token, cluster_id } = await addAgent();
          expect(await readStatus(cluster_id)).to.equal('pending');
          const snapshot = example();
          const body =
            frame === 'with its size' ? compress(snapshot) : await compressStreamed(snapshot);
          const options = { url: receiver.url, token, release, body };
          const sent = await send(snapshot, options);
          expect(sent.statuses).to.eql([200]);
          expect(sent.isContent, sent.last?.text).to.equal(true);
          expect(sent.last?.isKept).to.equal(true);
          expect(JSON.parse(sent.last!.text)).to.deep.include({ success: true, cluster_id });
          expect(await readStatus(cluster_id)).to.equal('active');
          expect(
            await database.sql(
              'select snapshot_id, agent_version from snapshots where cluster_id = $1',
              [cluster_id],
            ),
          ).to.eql([{ snapshot_id: snapshot.snapshot_id, agent_version: 'v2.2.0' }]);

          const digest = await digestTables(database);
          const repeat = await send(snapshot, options);
          expect(repeat).to.deep.include({ isContent: true, statuses: [200] });
          expect(await digestTables(database)).to.eql(digest);
        });
      }

      it('accepts a setting of the agent that ends with a slash', async () => {
        const { token } = await addAgent();
        const change = (head: string) => head.replace('POST /api', 'POST //api');
        expect(
          await send(example(), { url: receiver.url, token, release, change }),
        ).to.deep.include({ isContent: true, statuses: [200] });
      });

      it('accepts snapshots of older agents without newer fields', async () => {
        const { token } = await addAgent();
        const snapshot = example({ agent_version: 'v2.0.3', kubernetes_version: '' });
        delete snapshot.health;
        const summary = snapshot.summary as Record<string, unknown>;
        delete summary.succeeded_pod_count;
        expect((await send(snapshot, { url: receiver.url, token, release })).isContent).to.equal(
          true,
        );
      });
    });
  }

  /** How many attempts an agent makes of it, with and without the releases that differ. */
  type Effect = 'final' | 'retried' | 'final for the current release';

  interface Refused {
    readonly status: number;
    readonly error: string;
    readonly effect: Effect;
    readonly change?: (head: string) => string;
    readonly token?: string;
    readonly body?: (snapshot: Snapshot) => Buffer | Promise<Buffer>;
    readonly snapshot?: Partial<Snapshot>;
    readonly release?: Release;
  }

  const bomb = () => compressStreamed(Buffer.alloc(40_000_000));
  const withHeader = (name: string, value: string) => (head: string) =>
    head.replace(new RegExp(`${name}: .*`), `${name}: ${value}`);
  const without = (name: string) => (head: string) =>
    head.replace(new RegExp(`${name}: .*\r\n`), '');

  const refusals: Record<string, Refused> = {
    'no zstd': {
      status: 400,
      error: 'unreadable_body',
      effect: 'retried',
      body: (snapshot) => Buffer.from(JSON.stringify(snapshot)),
    },
    'half a frame': {
      status: 400,
      error: 'unreadable_body',
      effect: 'retried',
      body: (snapshot) => compress(snapshot).subarray(0, 500),
    },
    'two frames': {
      status: 400,
      error: 'unreadable_body',
      effect: 'retried',
      body: (snapshot) => Buffer.concat([compress(snapshot), compress(snapshot)]),
    },
    'no JSON': {
      status: 400,
      error: 'unreadable_body',
      effect: 'retried',
      body: () => compress('<html>'),
    },
    'no body': {
      status: 400,
      error: 'unreadable_body',
      effect: 'retried',
      body: () => Buffer.alloc(0),
    },
    'no token': {
      status: 401,
      error: 'no_token',
      effect: 'final',
      change: without('Authorization'),
    },
    'the key of somebody else': {
      status: 401,
      error: 'malformed_token',
      effect: 'final',
      token: `cpk_${'0'.repeat(40)}`,
    },
    'an unknown token': {
      status: 401,
      error: 'unknown_token',
      effect: 'final',
      // 34 zeros and their checksum.
      token: 'cpa_00000000000000000000000000000000000iqUEf',
    },
    'another path': {
      status: 404,
      error: 'unknown_path',
      effect: 'final for the current release',
      change: (head) => head.replace('/metrics/ingest', '/metrics'),
    },
    'another protocol': {
      status: 404,
      error: 'unknown_protocol',
      effect: 'final',
      change: withHeader('X-Kubeadapt-Protocol', 'v2'),
      release: 'current',
    },
    'another method': {
      status: 405,
      error: 'method_not_allowed',
      effect: 'retried',
      change: (head) => head.replace('POST', 'PUT'),
    },
    'another Idempotency-Key': {
      status: 409,
      error: 'contradicting_ids',
      effect: 'retried',
      change: withHeader('Idempotency-Key', randomUUID()),
      release: 'current',
    },
    'another X-Snapshot-ID': {
      status: 409,
      error: 'contradicting_ids',
      effect: 'retried',
      change: withHeader('X-Snapshot-Id', randomUUID()),
    },
    'an older snapshot': {
      status: 409,
      error: 'older_snapshot',
      effect: 'retried',
      snapshot: { timestamp: Date.now() - 3_600_000 },
    },
    'an older agent': {
      status: 410,
      error: 'agent_too_old',
      effect: 'final',
      change: withHeader('X-Agent-Version', 'v1.9.1'),
    },
    'neither a length nor chunks': {
      status: 411,
      error: 'no_length',
      effect: 'final for the current release',
      change: (head) => without('Content-Length')(without('Transfer-Encoding')(head)),
      body: () => Buffer.alloc(0),
      release: 'current',
    },
    'a length over 50 MiB': {
      status: 413,
      error: 'body_too_large',
      effect: 'final',
      change: withHeader('Content-Length', String(most + 1)),
      release: 'current',
    },
    'chunks of over 50 MiB': {
      status: 413,
      error: 'body_too_large',
      effect: 'retried',
      body: () => Buffer.alloc(most + 1),
      release: 'older',
    },
    'a bomb': {
      status: 413,
      error: 'snapshot_too_large',
      effect: 'final for the current release',
      body: bomb,
    },
    'another type': {
      status: 415,
      error: 'wrong_content_type',
      effect: 'final for the current release',
      change: withHeader('Content-Type', 'text/html'),
    },
    'another encoding': {
      status: 415,
      error: 'wrong_content_encoding',
      effect: 'final for the current release',
      change: withHeader('Content-Encoding', 'gzip'),
    },
    'what is no snapshot': {
      status: 422,
      error: 'no_snapshot',
      effect: 'retried',
      snapshot: { nodes: 'none' },
    },
    'a snapshot of the future': {
      status: 422,
      error: 'future_timestamp',
      effect: 'retried',
      snapshot: { timestamp: Date.now() + 3_600_000 },
    },
  };

  describe('rejects, without storing anything,', () => {
    let token: string;
    let digest: Record<string, string>;
    before(async () => {
      ({ token } = await addAgent());
      expect((await send(example(), { url: receiver.url, token })).isContent).to.equal(true);
      digest = await digestTables(database);
    });

    for (const [what, refused] of Object.entries(refusals)) {
      for (const release of refused.release ? [refused.release] : (['current', 'older'] as const)) {
        it(`${what}, of the ${release} release, with ${refused.status}`, async () => {
          const snapshot = example({ timestamp: Date.now() + 1_000, ...refused.snapshot });
          const body = await (refused.body ?? compress)(snapshot);
          const sent = await send(snapshot, {
            url: receiver.url,
            token: refused.token ?? token,
            release,
            body,
            change: refused.change,
            maxAttempts: 3,
          });
          const isFinal =
            refused.effect === 'final' ||
            (refused.effect === 'final for the current release' && release === 'current');
          const attempts = isFinal ? 1 : 3;
          expect(sent.statuses, sent.last?.text).to.eql(Array(attempts).fill(refused.status));
          expect(sent.isContent).to.equal(false);
          expect(sent.last?.headers).to.include({ 'content-type': 'application/json' });
          expect(JSON.parse(sent.last!.text)).to.include({ success: false, error: refused.error });
          expect(sent.last!.text).not.to.include(token);
        });
      }
    }

    after(async () => {
      expect(await digestTables(database)).to.eql(digest);
      const good = await send(example({ timestamp: Date.now() + 2_000 }), {
        url: receiver.url,
        token,
      });
      expect(good.isContent).to.equal(true);
    });
  });

  describe('reports actions of an operator:', () => {
    /** A request that starts five seconds from now, or earlier, is answered so. */
    const soon = async (token: string, status: number, options: Partial<SendOptions> = {}) => {
      const end = Date.now() + 5_000;
      for (;;) {
        const startedAt = Date.now();
        const sent = await send(example(), {
          url: receiver.url,
          token,
          maxAttempts: 2,
          ...options,
        });
        if (sent.statuses[0] === status) return sent;
        if (startedAt > end) throw new Error(`no ${status}`);
        await sleep(100);
      }
    };

    it('a token that was revoked, with 401, within five seconds', async () => {
      const { id, token } = await addAgent();
      expect((await send(example(), { url: receiver.url, token })).isContent).to.equal(true);
      await costplaneJson(['agent-token', 'revoke', id], environment());
      expect((await soon(token, 401)).statuses).to.eql([401]);
    });

    it('a limit of cores, with 402, which names it', async () => {
      const { token } = await addAgent();
      await costplaneJson(['org', 'limit', 'acme', '--cores', '1'], environment());
      const { statuses, last } = await soon(token, 402);
      expect(statuses).to.eql([402]);
      const body = JSON.parse(last!.text) as Record<string, unknown>;
      expect(body).to.include({ success: false, error: 'over_limit' });
      expect(body.quota).to.include({
        plan_type: 'community',
        is_within_quota: false,
        cpu_limit: 1,
      });
      expect(last?.headers['retry-after']).to.equal(String(body.retry_after_seconds));
      await costplaneJson(['org', 'limit', 'acme', '--no-limit'], environment());
      const within = await soon(token, 200);
      expect(within.isContent, within.last?.text).to.equal(true);
    });

    it('a suspended organization, with 403', async () => {
      const { token } = await addAgent();
      await database.sql('update organizations set is_active = false');
      expect((await soon(token, 403)).statuses).to.eql([403]);
      await database.sql('update organizations set is_active = true');
      await soon(token, 200);
    });
  });

  describe('reports current problems:', () => {
    /** Holds up the snapshots of a cluster. */
    const holdUp = async (cluster: string) => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`ingest ${cluster}`]);
      return () => client.end();
    };

    it('a full queue, with 429, and accepts the rest', async () => {
      const { token, cluster_id } = await addAgent();
      const letGo = await holdUp(cluster_id);
      const held = Array.from({ length: 4 }, (_, index) =>
        send(example({ timestamp: Date.now() - 60_000 + index }), { url: receiver.url, token }),
      );
      await sleep(500);
      const { statuses, last } = await send(example(), {
        url: receiver.url,
        token,
        maxAttempts: 2,
      });
      expect(statuses).to.eql([429, 429]);
      expect(last?.headers['retry-after']).to.match(/^\d+$/);
      await letGo();
      const sent = await Promise.all(held);
      expect(sent.filter(({ isContent }) => isContent)).to.have.length.of.at.least(1);
    });

    it('an unexpected failure, with 500 and a log entry', async () => {
      const { token } = await addAgent();
      await database.sql('revoke insert on snapshots from costplane_ingest');
      const digest = await digestTables(database);
      const { statuses, last } = await send(example(), {
        url: receiver.url,
        token,
        maxAttempts: 2,
      });
      expect(statuses).to.eql([500, 500]);
      expect(last!.text).not.to.include('permission denied');
      expect(await digestTables(database)).to.eql(digest);
      await database.sql('grant insert on snapshots to costplane_ingest');
      while (!receiver.output.stderr.includes('permission denied')) await sleep(50);
      expect((await send(example(), { url: receiver.url, token })).isContent).to.equal(true);
    });

    it('an unavailable database, with 503', async () => {
      const { token } = await addAgent();
      const away = new URL(database.url);
      away.port = '1';
      const lost = await startReceiver({ DATABASE_URL: away.href });
      try {
        const { statuses, last } = await send(example(), {
          url: lost.url,
          token,
          maxAttempts: 2,
        });
        expect(statuses).to.eql([503, 503]);
        expect(last?.headers['retry-after']).to.match(/^\d+$/);
        const ready = await fetch(lost.metricsUrl.replace('/metrics', '/health/ready'));
        expect(ready.status).to.equal(503);
        const live = await fetch(lost.metricsUrl.replace('/metrics', '/health/live'));
        expect(live.status).to.equal(200);
      } finally {
        expect(await lost.stop()).to.equal(0);
      }
    });
  });

  it('keeps tokens and bodies out of the log', async () => {
    const { token } = await addAgent();
    await send(example(), { url: receiver.url, token });
    await sleep(600);
    while (!receiver.output.stderr.includes('"reason":"applied"')) await sleep(50);
    expect(receiver.output.stderr).not.to.match(/cpa_[0-9A-Za-z]{40}/);
    expect(receiver.output.stderr).not.to.include('checkout-api');
  });
});
