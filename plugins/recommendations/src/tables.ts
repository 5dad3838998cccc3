import { columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, json, numeric, text, timestamp, uuid } = columns;

/** JSON that this plugin passes on without reading it. */
const openObject = json<Record<string, unknown>>();

/** Columns of a recommendation that are returned as they are stored. */
export const recommendationFields = {
  id: uuid,
  cluster_id: uuid,
  recommendation_type: text,
  resource_type: text,
  resource_uid: text,
  resource_name: text,
  namespace: text,
  title: text,
  description: text,
  cause: text,
  risk_level: text,
  priority: text,
  status: text,
  data_points_analyzed: bigint,
  current_config: openObject,
  current_hourly_cost: nullable(numeric),
  recommended_config: openObject,
  applied_config: openObject,
  estimated_savings_hourly: numeric,
  estimated_savings_rank: bigint,
  created_at: timestamp,
  updated_at: timestamp,
};

/** All columns that this plugin reads. */
export const recommendationTables = defineTables({
  clusters: { organization_id: uuid, id: uuid, name: text },
  recommendations: {
    organization_id: uuid,
    metrics_snapshot: openObject,
    ...recommendationFields,
  },
});

export type RecommendationRows = RowsOf<typeof recommendationTables>;
