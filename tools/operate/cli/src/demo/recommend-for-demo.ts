import { recommend } from '@costplane/engine';
import { type CommandDatabase } from '../database/command-database.ts';
import { type Progress } from '../progress.ts';

export interface RecommendForDemoOptions {
  /** Of one cluster alone. */
  clusterId?: string;
  progress?: Progress;
  /** Ends it early. */
  signal?: AbortSignal;
}

/** Lets the rightsizing engine look at an organization; answers what is new, by cluster. */
export async function recommendForDemo(
  database: CommandDatabase,
  organizationId: string,
  { clusterId, progress, signal }: RecommendForDemoOptions = {},
): Promise<Map<string, number>> {
  const step = progress?.begin('recommendations');
  const runs = await recommend(database.as('ingest'), {
    organizationId,
    clusterId,
    signal,
    onProgress: ({ cluster, index, clusters }) =>
      step?.advance((index - 1) / clusters, `recommendations: ${cluster}`),
  });
  step?.end();
  return new Map(runs.map((run) => [run.cluster_id, run.new]));
}
