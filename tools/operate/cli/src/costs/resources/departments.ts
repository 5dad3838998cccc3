import { type Schemas } from '@costplane/client';
import { count, text, wide } from '../column.ts';
import { runRate, runRates } from '../run-rate.ts';
import { paged } from './paged.ts';
import { type Resource } from './resource.ts';

export const departments: Resource<Schemas['Department']> = {
  list: paged('/v1/departments'),
  cost: runRate,
  columns: (currency) => [
    text('NAME', 'name', ({ metadata }) => metadata.name),
    count('TEAMS', 'teams', (row) => row.teams),
    count('WORKLOADS', 'workloads', ({ assigned_workloads }) => assigned_workloads),
    ...runRates(currency),
    ...wide<Schemas['Department']>(
      text('ORIGIN', 'origin', ({ metadata }) => metadata.origin),
      text('OWNER', 'owner_email', ({ metadata }) => metadata.owner_email),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
