import { type RawBuilder, sql } from 'kysely';
import { type ExportColumn } from '../columns/column.ts';
import { type ExportRequest } from '../export-request.ts';
import { selectCharges } from './charges.ts';
import { origins } from './origins.ts';

/**
 * The rows of a file, each as the text of one JSON object. What the rows of an origin have in
 * common is written once per origin, in runs of neighbouring columns.
 */
export function selectJsonLines(request: ExportRequest) {
  const runs = groupRuns(request.columns);
  const shared = runs.filter(isShared).map((run) => sql`, ${members(run)} as ${sql.id(run.name)}`);
  const split = sql`
    select charge.*${sql.join(shared, sql``)} from (${origins(request)}) charge
    order by charge.day, charge.cluster_id, charge.kind_ordinal
    offset 0`;
  const parts = runs.map((run) =>
    isShared(run) ? sql`charge.${sql.ref(run.name)}` : members(run),
  );
  const line = sql.join([sql`'{'`, sql.join(parts, sql`, ',', `), sql`'}'`]);
  return sql`select concat(${line}) from (${selectCharges(request, split)}) charge`;
}

/** Neighbouring columns that change, or do not change, with the rows of an origin. */
interface Run {
  readonly name: string;
  readonly isOfOrigin: boolean;
  readonly columns: readonly ExportColumn[];
}

function groupRuns(columns: readonly ExportColumn[]): Run[] {
  const runs: Run[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last?.isOfOrigin === column.isOfOrigin) {
      runs[runs.length - 1] = { ...last, columns: [...last.columns, column] };
    } else {
      runs.push({
        name: `json_${runs.length}`,
        isOfOrigin: column.isOfOrigin,
        columns: [column],
      });
    }
  }
  return runs;
}

const isShared = ({ isOfOrigin }: Run) => isOfOrigin;

/** The members of an object for some columns; arguments of `concat` where they change. */
function members({ isOfOrigin, columns }: Run): RawBuilder<unknown> {
  const parts = columns.map(
    ({ name, ...column }, index) =>
      sql`${sql.lit(`${index === 0 ? '' : ','}"${name}":`)}, ${toJson(column)}`,
  );
  return isOfOrigin ? sql`concat(${sql.join(parts)})` : sql.join(parts);
}

function toJson({ type, nullable, sql: value }: Omit<ExportColumn, 'name'>) {
  const isPlain = type === 'DECIMAL' || type === 'BOOLEAN';
  const written = isPlain ? `(${value})::text` : `to_json((${value})::text)::text`;
  return sql.raw(nullable ? `coalesce(${written}, 'null')` : written);
}
