import { expect } from 'chai';
import { type Cluster } from '../support/inventory/cluster.ts';
import { type Basis } from '../support/inventory/cost-block.ts';
import { expectedPod } from '../support/inventory/expected-pod.ts';
import { expectRows, walk } from '../support/inventory/lists.ts';
import { useOrganization } from '../support/inventory/organization.ts';
import { type ListedWorkload } from '../support/inventory/workloads.ts';

const bases: readonly Basis[] = ['legacy', 'all'];
const maxWorkloadsPerCluster = 300;

/** All workloads of a cluster, or of many those of the most pods and then some of each size. */
function pickSample({ workloads, podsOfWorkload }: Cluster): readonly ListedWorkload[] {
  if (workloads.length <= maxWorkloadsPerCluster) return workloads;
  const bySize = workloads.toSorted(
    (a, b) => podsOfWorkload(b.item.uid).length - podsOfWorkload(a.item.uid).length,
  );
  const step = Math.ceil(workloads.length / maxWorkloadsPerCluster);
  return bySize.filter((_, index) => index < 50 || index % step === 0);
}

describe('pods of production snapshots', () => {
  const organization = useOrganization();
  const expected = (cluster: Cluster, { item }: ListedWorkload, basis: Basis) =>
    cluster.podsOfWorkload(item.uid).map((pod) => expectedPod(cluster, pod, basis));

  for (const basis of bases) {
    it(`are what the workload owns in the cluster that the key reads, over ${basis}`, async () => {
      const { client, clusters, keyOf } = organization();
      for (const cluster of Object.values(clusters)) {
        for (const workload of pickSample(cluster)) {
          const path = `/v1/workloads/${workload.item.uid}/pods`;
          const rows = await walk(client, path, keyOf(cluster), { basis });
          expectRows(rows, expected(cluster, workload, basis));
        }
      }
    });
  }

  it('of a workload that several clusters have are those of the one seen last', async () => {
    const { client, clusters, key } = organization();
    const { small, dense } = clusters;
    const shared = small.workloads.filter(({ item }) =>
      dense.workloads.some((other) => other.item.uid === item.uid),
    );
    expect(shared).to.not.be.empty;
    for (const { item } of shared) {
      const rows = await walk(client, `/v1/workloads/${item.uid}/pods`, key);
      const workload = dense.workloads.find((other) => other.item.uid === item.uid)!;
      expectRows(rows, expected(dense, workload, 'legacy'));
    }
  });
});
