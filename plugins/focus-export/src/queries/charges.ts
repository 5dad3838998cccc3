import { sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';
import { allocations } from './allocations.ts';
import { chargeFigures, pieceFigures } from './figures.ts';
import { origins } from './origins.ts';

/**
 * The rows of a file in their order, with the fields that its columns are made of. They come in the
 * order of the origins: allocations depend on theirs, so that only a nested loop can join them. One
 * day of one cluster is in memory at a time, however long the file. Every stage is fenced, so that a
 * figure is worked out once however many columns show it; one that no column shows is not worked out.
 */
export const selectCharges = (request: ExportRequest) => sql`
  select piece.*, ${chargeFigures} from (
    select origin.*, a.*, ${pieceFigures}
    from (${origins(request)}) origin
    cross join lateral (${allocations(request)}) a
    offset 0
  ) piece
  offset 0`;
