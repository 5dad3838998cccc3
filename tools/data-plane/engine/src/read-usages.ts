import { sql } from 'kysely';
import { usageFigures, type ContainerUsage } from './advise/usage-figures.ts';
import { type ClusterScope } from './cluster-scope.ts';
import { ContainerHistory, type HistogramRow } from './usage/container-history.ts';

const noUsage: ContainerUsage = { cpu: null, memory: null };

/** Usage of the containers of some workloads, by uid of the workload and name of the container. */
export async function readUsages(
  { tx, organizationId, clusterId }: ClusterScope,
  workloadUids: readonly string[],
): Promise<(workloadUid: string, containerName: string) => ContainerUsage> {
  const { rows } = await sql<HistogramRow>`
    select * from usage_histograms
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and workload_uid = any (${[...workloadUids]}::uuid[])`.execute(tx);
  const usages = new Map<string, ContainerUsage>();
  for (const row of rows) {
    const key = `${row.workload_uid}/${row.container_name}`;
    const history = new ContainerHistory(row);
    const figures = history.histogram.isEmpty ? null : usageFigures(history);
    usages.set(key, { ...(usages.get(key) ?? noUsage), [row.resource]: figures });
  }
  return (workloadUid, containerName) => usages.get(`${workloadUid}/${containerName}`) ?? noUsage;
}
