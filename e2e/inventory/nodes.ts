import { expect } from 'chai';
import { type Cluster } from '../support/inventory/cluster.ts';
import { type Basis } from '../support/inventory/cost-block.ts';
import { expectedNode } from '../support/inventory/expected-node.ts';
import { expectRows, readOne, walk } from '../support/inventory/lists.ts';
import { useOrganization } from '../support/inventory/organization.ts';

const bases: readonly Basis[] = ['legacy', 'all'];

describe('nodes of production snapshots', () => {
  const organization = useOrganization();
  const expected = (clusters: readonly Cluster[], basis: Basis) =>
    clusters.flatMap((cluster) =>
      cluster.snapshot.nodes.map((node) => expectedNode(cluster, node, basis)),
    );

  for (const basis of bases) {
    it(`match the snapshot of each cluster, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      for (const cluster of Object.values(clusters)) {
        const path = `/v1/clusters/${cluster.id}/nodes`;
        expectRows(await walk(client, path, key, { basis }), expected([cluster], basis));
      }
    });

    it(`of all clusters form one list, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      const rows = await walk(client, '/v1/nodes', key, { basis });
      expectRows(rows, expected(Object.values(clusters), basis));
    });
  }

  it('of equal price are on exactly one page, whatever the page size', async () => {
    const { client, clusters, key } = organization();
    const rows = await walk(client, '/v1/nodes', key, { limit: '97' });
    expectRows(rows, expected(Object.values(clusters), 'legacy'));
  });

  it('are in the detail view of the cluster seen last, or of the one that the key may read', async () => {
    const { client, clusters, key, keyOf } = organization();
    for (const { uid } of clusters.small.snapshot.nodes) {
      const path = `/v1/nodes/${uid}`;
      const rowIn = (cluster: Cluster) =>
        expectedNode(
          cluster,
          cluster.snapshot.nodes.find((node) => node.uid === uid)!,
          'legacy',
        );
      expect(await readOne(client, path, key)).to.eql(rowIn(clusters.dense));
      for (const cluster of Object.values(clusters)) {
        expect(await readOne(client, path, keyOf(cluster))).to.eql(rowIn(cluster));
      }
    }
  });
});
