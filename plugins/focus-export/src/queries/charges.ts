import { type RawBuilder, sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';
import { chargeFigures, pieceFigures } from './figures.ts';
import { origins } from './origins.ts';
import { selectOwners } from './owners.ts';

/**
 * The rows of a file, in order, with the fields that its columns use: each origin charge split into
 * its parts, and the allocated part split by owner. The lateral join to owners forces a nested
 * loop, so that one day of one cluster is in memory at a time, however long the file is. The inner
 * `order by` keeps PostgreSQL from flattening the subqueries: each figure is computed once, however
 * many columns use it, and not at all if no column does.
 */
export const selectCharges = (request: ExportRequest): RawBuilder<unknown> => sql`
  select piece.*, ${chargeFigures} from (
    select origin.*, owner.*,
      coalesce(owner.owner_id, origin.part_id) as allocated_id,
      coalesce(owner.owner_name, origin.part_name) as allocated_name, ${pieceFigures}
    from (${origins(request)}) origin
    left join lateral (${selectOwners(request)}) owner on true
    where origin.part_ordinal > 1 or owner.position is not null
    order by ${inOrder}
  ) piece
  order by ${inOrder}`;

/** Order of origin charges, and of the owners within each. */
export const inOrder = sql`day, cluster_id, kind_ordinal, part_ordinal, position`;
