import { toMoney } from '@costplane/plugin-api/schema';
import {
  type RecommendationDetailRow,
  type RecommendationRow,
} from '../queries/select-recommendations.ts';
import {
  type Recommendation,
  type RecommendationDetail,
  type Status,
  unappliedStatuses,
} from './recommendation-schema.ts';

export const toRecommendation = (row: RecommendationRow, currency: string): Recommendation => ({
  id: row.id,
  kind: 'Recommendation',
  metadata: toMetadata(row),
  current: toCurrent(row, currency),
  recommended: { config: row.recommended_config },
  applied: { config: isUnapplied(row) ? {} : row.applied_config },
  savings: { estimated_hourly: toMoney(row.estimated_savings_hourly, currency) },
});

/** The contract's Recommendation with its `metrics_snapshot`. */
export const toRecommendationDetail = (
  row: RecommendationDetailRow,
  currency: string,
): RecommendationDetail => ({
  ...toRecommendation(row, currency),
  metrics_snapshot: row.metrics_snapshot,
});

type Metadata = Recommendation['metadata'];

const toMetadata = (row: RecommendationRow): Metadata => ({
  recommendation_type: row.recommendation_type as Metadata['recommendation_type'],
  resource_type: row.resource_type as Metadata['resource_type'],
  resource_name: row.resource_name,
  resource_uid: row.resource_uid,
  namespace: row.namespace,
  cluster: { id: row.cluster_id, name: row.cluster_name },
  title: row.title,
  description: row.description,
  cause: row.cause,
  risk_level: row.risk_level as Metadata['risk_level'],
  priority: row.priority as Metadata['priority'],
  status: row.status as Status,
  data_points_analyzed: row.data_points_analyzed,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const toCurrent = (row: RecommendationRow, currency: string): Recommendation['current'] => ({
  config: row.current_config,
  hourly_cost:
    row.current_hourly_cost === null ? undefined : toMoney(row.current_hourly_cost, currency),
});

const isUnapplied = ({ status }: RecommendationRow) => unappliedStatuses.includes(status as Status);
