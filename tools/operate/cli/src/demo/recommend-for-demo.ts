import { recommend } from '@costplane/engine';
import { type CommandDatabase } from '../database/command-database.ts';
import { type Progress } from '../progress.ts';

export interface RecommendForDemoOptions {
  /** Only for this cluster. */
  clusterId?: string;
  progress?: Progress;
  /** Stops the run early. */
  signal?: AbortSignal;
}

/** Runs the rightsizing engine for an organization; returns the new recommendations by cluster. */
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
