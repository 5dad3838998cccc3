import { type Schemas } from '@costplane/client';
import { count, text, wide } from '../column.ts';
import { runRate, runRates } from '../run-rate.ts';
import { paged } from './paged.ts';
import { type Resource } from './resource.ts';

export const teams: Resource<Schemas['Team']> = {
  list: paged('/v1/teams'),
  cost: runRate,
  columns: (currency) => [
    text('NAME', 'name', ({ metadata }) => metadata.name),
    text('DEPARTMENT', 'department', ({ metadata }) => metadata.department?.name),
    count('WORKLOADS', 'workloads', ({ assigned_workloads }) => assigned_workloads),
    ...runRates(currency),
    ...wide<Schemas['Team']>(
      text('ORIGIN', 'origin', ({ metadata }) => metadata.origin),
      text('OWNER', 'owner_email', ({ metadata }) => metadata.owner_email),
      text('ID', 'id', ({ id }) => id),
    ),
  ],
};
