import { expect } from 'chai';
import { type Cluster } from '../support/inventory/cluster.ts';
import { type Basis } from '../support/inventory/cost-block.ts';
import { expectedNamespace, expectedTopFive } from '../support/inventory/expected-namespace.ts';
import { expectRows, walk } from '../support/inventory/lists.ts';
import { useOrganization, uuidV5 } from '../support/inventory/organization.ts';
import { readOwners } from '../support/inventory/owners.ts';

const bases: readonly Basis[] = ['legacy', 'all'];

describe('namespaces of production snapshots', () => {
  const organization = useOrganization();
  const expected = async (clusters: readonly Cluster[], basis: Basis) => {
    const owners = await readOwners(organization().client, organization().key);
    return clusters.flatMap((cluster) =>
      cluster.snapshot.namespaces.map((namespace) => ({
        id: uuidV5(cluster.id, namespace.name),
        ...expectedNamespace(cluster, namespace, basis, owners),
      })),
    );
  };

  for (const basis of bases) {
    it(`match the snapshot of each cluster, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      for (const cluster of Object.values(clusters)) {
        const path = `/v1/clusters/${cluster.id}/namespaces`;
        expectRows(await walk(client, path, key, { basis }), await expected([cluster], basis));
      }
    });

    it(`of all clusters form one list, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      const rows = await walk(client, '/v1/namespaces', key, { basis, limit: '7' });
      expectRows(rows, await expected(Object.values(clusters), basis));
    });

    it(`have their five most expensive workloads in the detail view, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      for (const cluster of Object.values(clusters)) {
        for (const row of await expected([cluster], basis)) {
          const { name } = row.metadata;
          const path = `/v1/clusters/${cluster.id}/namespaces/${name}?basis=${basis}`;
          expect((await client.get(path, key)).body.data).to.eql({
            ...row,
            workloads_top_5: expectedTopFive(cluster, name, basis),
          });
        }
      }
    });
  }
});
