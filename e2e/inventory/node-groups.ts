import { expectedNodeGroups } from '../support/inventory/expected-node-group.ts';
import { type Basis } from '../support/inventory/cost-block.ts';
import { expectRows, readAll } from '../support/inventory/lists.ts';
import { useOrganization } from '../support/inventory/organization.ts';

const bases: readonly Basis[] = ['legacy', 'all'];

describe('node groups of production snapshots', () => {
  const organization = useOrganization();

  for (const basis of bases) {
    it(`of each cluster are sums over its nodes, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      for (const cluster of Object.values(clusters)) {
        const path = `/v1/clusters/${cluster.id}/node-groups?basis=${basis}`;
        expectRows(await readAll(client, path, key), expectedNodeGroups(cluster, basis));
      }
    });

    it(`of all clusters form one list, with basis ${basis}`, async () => {
      const { client, clusters, key } = organization();
      const expected = Object.values(clusters).flatMap((cluster) =>
        expectedNodeGroups(cluster, basis),
      );
      expectRows(await readAll(client, `/v1/node-groups?basis=${basis}`, key), expected);
    });
  }
});
