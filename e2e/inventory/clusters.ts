import { type Basis } from '../support/inventory/cost-block.ts';
import { expectedCluster } from '../support/inventory/expected-cluster.ts';
import { expectRows, walk } from '../support/inventory/lists.ts';
import { useOrganization } from '../support/inventory/organization.ts';

const bases: readonly Basis[] = ['legacy', 'all'];

describe('clusters of production snapshots', () => {
  const organization = useOrganization();

  for (const basis of bases) {
    it(`are sums over their snapshots, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      const rows = await walk(client, '/v1/clusters', key, { basis });
      const createdAt = new Map(
        rows.map(({ id, metadata }) => [id, (metadata as { created_at?: string }).created_at]),
      );
      expectRows(
        rows,
        Object.values(clusters).map((cluster) =>
          expectedCluster(cluster, createdAt.get(cluster.id) ?? '', basis),
        ),
      );
    });
  }
});
