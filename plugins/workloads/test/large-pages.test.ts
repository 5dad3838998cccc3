import { walkPages } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { alpha, beta, bootWorkloads, type WorkloadApplication } from './workload-application.ts';

/** As many labels as an object may have, each of the largest value: over a megabyte. */
const largestLabels = Object.fromEntries(
  Array.from({ length: 256 }, (_, nth) => [`key-${nth}`, 'x'.repeat(4_096)]),
);

describe('plugin workloads: pages of large rows', () => {
  let plugin: WorkloadApplication;
  let uids: string[];
  let owner: string;
  let pods: string[];

  before(async () => {
    plugin = await bootWorkloads();
    for (const id of [alpha, beta]) await plugin.insert('clusters', { id, name: id });
    uids = [];
    for (let nth = 0; nth < 40; nth += 1) {
      const labels = nth % 2 === 0 ? largestLabels : {};
      const clusterId = nth % 3 === 0 ? alpha : beta;
      const { uid } = await plugin.insertWorkload({
        cluster_id: clusterId,
        name: `w-${nth}`,
        labels,
      });
      uids.push(uid);
    }
    owner = uids[0]!;
    pods = [];
    for (let nth = 0; nth < 20; nth += 1) {
      const labels = nth % 2 === 0 ? largestLabels : {};
      pods.push((await plugin.insertPod(owner, { name: `p-${nth}`, labels })).uid);
    }
  });
  after(() => plugin.app.stop());

  const walk = (path: string) => walkPages(plugin.app, path, plugin.key, 500);
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();

  it('GET /v1/workloads: ends a page before 8 MiB, and returns each row of a walk once', async () => {
    expect(ids(await walk('/v1/workloads'))).to.eql([...uids].sort());
  });

  it('GET /v1/workloads: ends a page before 8 MiB, also if it is merged from several clusters', async () => {
    const path = `/v1/workloads?cluster_id=${alpha},${beta}`;
    expect(ids(await walk(path))).to.eql([...uids].sort());
  });

  it('GET /v1/workloads: sets has_more for rows that do not fit', async () => {
    const { data, meta } = await plugin.read('/v1/workloads?limit=500&include_total=true');
    const large = data.filter(
      ({ metadata }: { metadata: { labels: object } }) => Object.keys(metadata.labels).length > 0,
    );
    expect(large).to.have.length(7);
    expect(meta.pagination).to.deep.include({ has_more: true, limit: 500, total_count: 40 });
    expect(meta.pagination.next_cursor).to.be.a('string');
  });

  it('GET /v1/workloads/{workload_uid}/pods: ends a page before 8 MiB', async () => {
    expect(ids(await walk(`/v1/workloads/${owner}/pods`))).to.eql([...pods].sort());
  });
});
