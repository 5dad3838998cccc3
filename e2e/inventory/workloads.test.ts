import { expect } from 'chai';
import { type Cluster } from '../support/inventory/cluster.ts';
import { type Basis } from '../support/inventory/cost-block.ts';
import { expectedWorkload } from '../support/inventory/expected-workload.ts';
import { expectRows, readOne, walk } from '../support/inventory/lists.ts';
import { useOrganization } from '../support/inventory/organization.ts';

const bases: readonly Basis[] = ['legacy', 'all'];

describe('workloads of production snapshots', () => {
  const organization = useOrganization();
  const expected = (clusters: readonly Cluster[], basis: Basis) =>
    clusters.flatMap((cluster) =>
      cluster.workloads.map((workload) => expectedWorkload(cluster, workload, basis)),
    );

  for (const basis of bases) {
    it(`of each cluster are what it lists, over ${basis}`, async () => {
      const { client, clusters, key } = organization();
      for (const cluster of Object.values(clusters)) {
        const path = `/v1/clusters/${cluster.id}/workloads`;
        expectRows(await walk(client, path, key, { basis }), expected([cluster], basis));
      }
    });

    it(`of all clusters are one list, over ${basis}`, async () => {
      const { client, clusters, key } = organization();
      const rows = await walk(client, '/v1/workloads', key, { basis });
      expectRows(rows, expected(Object.values(clusters), basis));
    });
  }

  it('of a key that reads one cluster are those of this cluster', async () => {
    const { client, clusters, keyOf } = organization();
    for (const cluster of Object.values(clusters)) {
      const rows = await walk(client, '/v1/workloads', keyOf(cluster));
      expectRows(rows, expected([cluster], 'legacy'));
    }
  });

  it('one by one are of the cluster seen last, among those that the key reads', async () => {
    const { client, clusters, key, keyOf } = organization();
    const lastSeenFirst = Object.values(clusters).toSorted(
      (a, b) => b.snapshot.timestamp - a.snapshot.timestamp,
    );
    for (const { item } of clusters.small.workloads) {
      const found = lastSeenFirst.flatMap((cluster) => {
        const workload = cluster.workloads.find((other) => other.item.uid === item.uid);
        return workload ? [{ cluster, row: expectedWorkload(cluster, workload, 'legacy') }] : [];
      });
      const path = `/v1/workloads/${item.uid}`;
      expect(await readOne(client, path, key)).to.eql(found[0]?.row);
      for (const { cluster, row } of found) {
        expect(await readOne(client, path, keyOf(cluster))).to.eql(row);
      }
    }
  });
});
