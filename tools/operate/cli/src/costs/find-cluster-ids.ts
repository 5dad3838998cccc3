import { type CostplaneClient, paginate } from '@costplane/client';
import { CommandError } from '../command-error.ts';
import { isUuid } from '../uuid.ts';

/** The ids of clusters given by id or name. */
export async function findClusterIds(
  client: CostplaneClient,
  clusters: readonly string[],
): Promise<string[]> {
  if (clusters.every(isUuid)) return clusters.map((id) => id.toLowerCase());
  const ids = new Map<string, string>();
  for await (const { id, metadata } of paginate(client, '/v1/clusters')) ids.set(metadata.name, id);
  return clusters.map((cluster) => {
    const id = isUuid(cluster) ? cluster.toLowerCase() : ids.get(cluster);
    if (id !== undefined) return id;
    const names = [...ids.keys()].sort().join(', ');
    throw new CommandError(`There is no cluster "${cluster}"; the key may read ${names || 'none'}`);
  });
}
