import { expect } from 'chai';
import { zstdCompressSync } from 'node:zlib';
import { type Report } from '../../src/receiver/messages.ts';
import { type Refusal } from '../../src/receiver/refusal.ts';
import { Workers } from '../../src/receiver/workers.ts';
import { compressStreamed } from './compress-streamed.ts';

describe('the workers of the receiver', () => {
  it('are stopped when a report takes too long to parse, which is then too large', async () => {
    const reasons: object[] = [];
    const workers = await Workers.start({
      count: 1,
      heapMb: 1_000,
      readWithinMs: 20,
      task: { databases: { default: 'postgres://nobody@127.0.0.1:1/none' }, rules },
      onRestart: (reason) => reasons.push(reason),
      onFailedRestart: () => undefined,
    });
    const report: Report = { agent, body: slow(), namedIds: [] };
    const error = await workers.run(report).then(String, (failure: unknown) => failure as Refusal);
    expect(error).to.include({ status: 413, reason: 'snapshot_too_large' });
    expect(reasons).to.have.length(1);
    expect(reasons[0]).to.include({ signal: 'SIGKILL' });
    await workers.close();
  });

  it('are stopped without blame for any of several reports that were being read', async () => {
    // As large as allowed and of unknown size, so that they are measured at the same time.
    const narrow = { ...rules, maxSnapshotBytes: slowJson.length };
    const body = await compressStreamed(slowJson);
    const workers = await Workers.start({
      count: 1,
      heapMb: 1_000,
      readWithinMs: 100,
      task: { databases: { default: 'postgres://nobody@127.0.0.1:1/none' }, rules: narrow },
      onRestart: () => undefined,
      onFailedRestart: () => undefined,
    });
    const run = () =>
      workers.run({ agent, body, namedIds: [] }).then(String, (failure: unknown) => failure);
    for (const answer of await Promise.all([run(), run()])) {
      expect(answer).to.include({ status: 503, reason: 'interrupted' });
    }
    await workers.close();
  });
});

const rules = { maxSnapshotBytes: 2 ** 28, foldWithinMs: 0 };
const agent = {
  database: 'default',
  organizationId: 'o',
  clusterId: 'c',
  isOrganizationActive: true,
  planType: 'community',
  cpuLimitCores: null,
};
/** Within all bounds, and parsed in half a second. */
const slowJson = `{"a":[${'{},'.repeat(3_000_000)}{}]}`;
const slow = () => zstdCompressSync(slowJson);
