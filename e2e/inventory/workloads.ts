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
    it(`match the snapshot of each cluster, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      for (const cluster of Object.values(clusters)) {
        const path = `/v1/clusters/${cluster.id}/workloads`;
        expectRows(await walk(client, path, key, { basis }), expected([cluster], basis));
      }
    });

    it(`of all clusters form one list, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      const rows = await walk(client, '/v1/workloads', key, { basis });
      expectRows(rows, expected(Object.values(clusters), basis));
    });
  }

  it('are limited to the cluster of the key', async () => {
    const { client, clusters, keyOf } = organization();
    for (const cluster of Object.values(clusters)) {
      const rows = await walk(client, '/v1/workloads', keyOf(cluster));
      expectRows(rows, expected([cluster], 'legacy'));
    }
  });

  it('are in the detail view of the cluster seen last that the key may read', async () => {
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
