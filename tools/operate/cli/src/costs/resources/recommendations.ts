import { type Row } from '@costplane/client';
import { optional, text, wide } from '../column.ts';
import { perHourAndMonth } from '../run-rate.ts';
import { paged } from './paged.ts';
import { type Resource } from './resource.ts';

type Recommendation = Row<'/v1/recommendations'>;
const saving = ({ savings }: Recommendation) => savings.estimated_hourly;

export const recommendations: Resource<Recommendation> = {
  list: paged('/v1/recommendations'),
  cost: saving,
  columns: (currency) => [
    text('RESOURCE', 'resource', ({ metadata }) => metadata.resource_name),
    text('NAMESPACE', 'namespace', ({ metadata }) => metadata.namespace),
    text('CLUSTER', 'cluster', ({ metadata }) => metadata.cluster.name),
    text('PRIORITY', 'priority', ({ metadata }) => metadata.priority),
    ...optional<Recommendation>(text('RISK', 'risk_level', ({ metadata }) => metadata.risk_level)),
    ...perHourAndMonth([`SAVES/H ${currency}`, `SAVES/MO ${currency}`], 'saving_hourly', saving),
    ...wide<Recommendation>(
      text('STATUS', 'status', ({ metadata }) => metadata.status),
      text('KIND', 'kind', ({ metadata }) => metadata.resource_type),
      text('TITLE', 'title', ({ metadata }) => metadata.title),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
