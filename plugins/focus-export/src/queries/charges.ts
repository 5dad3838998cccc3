import { sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';
import { allocations } from './allocations.ts';
import { chargeFigures, pieceFigures } from './figures.ts';
import { origins } from './origins.ts';

/**
 * The rows of a file in their order, with the fields that its columns are made of. One day of one
 * cluster is sorted at a time, so that a file of any length is made in the same memory. Every stage
 * is fenced, so that a figure is worked out once however many columns show it; one that no column
 * shows is not worked out.
 */
export const selectCharges = (request: ExportRequest, split = origins(request)) => sql`
  select piece.*, ${chargeFigures} from (
    select origin.*, ${fields}, ${pieceFigures}
    from (${split}) origin
    cross join lateral (${allocations(request)}) a
    order by origin.day, origin.cluster_id, origin.kind_ordinal, a.position
    offset 0
  ) piece
  offset 0`;

const fields = sql.raw(
  [
    'state',
    'allocated_id',
    'allocated_name',
    'workload_kind',
    'namespace',
    'namespace_id',
    'tags',
    'team',
    'department',
    'component',
    'charged_core_seconds',
    'charged_byte_seconds',
    'gpu_seconds',
    'requested_core_seconds',
    'requested_byte_seconds',
    'used_core_seconds',
    'used_byte_seconds',
  ]
    .map((name) => `a.${name}`)
    .join(', '),
);
