import { type Cluster } from '../support/inventory/cluster.ts';
import { type Basis } from '../support/inventory/cost-block.ts';
import { expectedWorkload } from '../support/inventory/expected-workload.ts';
import { expectRows, walk } from '../support/inventory/lists.ts';
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
    }).timeout(30_000);

    it(`of all clusters are one list, over ${basis}`, async () => {
      const { client, clusters, key } = organization();
      const rows = await walk(client, '/v1/workloads', key, { basis });
      expectRows(rows, expected(Object.values(clusters), basis));
    }).timeout(30_000);
  }
});
