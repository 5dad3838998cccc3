import { type RawBuilder, sql } from 'kysely';
import { type ExportRequest } from '../export-request.ts';
import { chargeFigures, pieceFigures } from './figures.ts';
import { origins } from './origins.ts';
import { selectOwners } from './owners.ts';

/**
 * The rows of a file in their order, with the fields that its columns are made of: each origin by its
 * parts, and the part of owners by owner. What owners have depends on their origin, so that only a
 * nested loop can join them: one day of one cluster is in memory at a time, however long the file. A
 * stage that has an order is not merged with the next, so that a figure is worked out once however many
 * columns show it; one that no column shows is not worked out.
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

/** Those of origins, and within each of its owners. */
export const inOrder = sql`day, cluster_id, kind_ordinal, part_ordinal, position`;
