import { type RawBuilder, sql } from 'kysely';
import { type AnyOf, type Axis, parseLabelKey, type Statement } from '../question/filter.ts';

/** What the fields of an axis are in the rows of `table`. A field of several values is an array. */
type FieldColumns = (table: string, field: string) => RawBuilder<unknown>;

/** Whether a row is what each list of an axis says: any of its statements (decision 34). */
export const matchesEach = (
  axis: Axis,
  lists: readonly AnyOf[],
  table: string,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    lists.map((statements) => matchesAny(axis, statements, table)),
    sql` and `,
  )}`;

const matchesAny = (axis: Axis, statements: AnyOf, table: string) =>
  sql`(${sql.join(
    statements.map((statement) => matches(statement, columnsOf[axis](table, statement.field))),
    sql` or `,
  )})`;

/** A field that a row lacks is in no list, contains nothing and starts with nothing. */
function matches({ operator, values }: Statement, texts: RawBuilder<unknown>) {
  const isIn = sql`${texts} && ${values}::text[]`;
  const hasLike = (patterns: readonly string[]) => sql`exists (
    select 1 from unnest(${texts}) as own (text) where own.text like any(${patterns}::text[]))`;
  const literals = values.map((value) => value.replaceAll(/[\\%_]/g, String.raw`\$&`));
  const conditions = {
    in: () => isIn,
    not_in: () => sql`not (${isIn})`,
    contains: () => hasLike(literals.map((literal) => `%${literal}%`)),
    starts_with: () => hasLike(literals.map((literal) => `${literal}%`)),
  };
  return conditions[operator]();
}

const one = (text: RawBuilder<unknown>) => sql`array[${text}]::text[]`;

/** A namespace that is an owner itself is no workload: it has neither the name nor the kind of one. */
const workloadColumns: FieldColumns = (table, field) => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const label = parseLabelKey(field);
  if (label !== undefined) return one(sql`${column('labels')} ->> ${label}::text`);
  switch (field) {
    case 'name':
      return one(sql`case when ${column('kind')} <> '' then ${column('name')} end`);
    case 'uid':
      return one(sql`case when ${column('kind')} <> '' then ${column('owner_uid')}::text end`);
    case 'kind':
      return one(sql`nullif(${column('kind')}, '')`);
    case 'team':
      return column('teams');
    case 'department':
      return column('departments');
    default:
      return one(column('namespace'));
  }
};

const podColumns: FieldColumns = (table, field) =>
  one(sql`${sql.ref(`${table}.pod_${field}`)}::text`);

const namesOfNodeColumns: Readonly<Record<string, string>> = {
  uid: 'node_uid',
  zone: 'availability_zone',
};
const nodeColumns: FieldColumns = (table, field) =>
  one(sql`${sql.ref(`${table}.${namesOfNodeColumns[field] ?? field}`)}::text`);

const clusterColumns: FieldColumns = (table, field) => one(sql.ref(`${table}.${field}`));

const columnsOf: Readonly<Record<Axis, FieldColumns>> = {
  workload: workloadColumns,
  pod: podColumns,
  node: nodeColumns,
  cluster: clusterColumns,
};
