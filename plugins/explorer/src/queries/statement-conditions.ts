import { type RawBuilder, sql } from 'kysely';
import { type AnyOf, type Axis, parseLabelKey, type Statement } from '../question/filter.ts';

/** The value of a filter field in the rows of `table`: one text, or an array of texts. */
interface Field {
  readonly text?: RawBuilder<unknown>;
  readonly texts?: RawBuilder<unknown>;
}
type FieldColumns = (table: string, field: string) => Field;

/** Condition: for each list of an axis, any statement of the list matches the row (decision 34). */
export const matchesEach = (
  axis: Axis,
  lists: readonly AnyOf[],
  table: string,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.join(
    [sql`true`, ...lists.map((statements) => matchesAny(axis, statements, table))],
    sql` and `,
  )}`;

const matchesAny = (axis: Axis, statements: AnyOf, table: string) =>
  sql`(${sql.join(
    statements.map((statement) => matches(statement, columnsByAxis[axis](table, statement.field))),
    sql` or `,
  )})`;

/** A missing field matches no operator except `not_in`. */
function matches({ operator, values }: Statement, { text, texts }: Field) {
  const literals = values.map((value) => value.replaceAll(/[\\%_]/g, String.raw`\$&`));
  const patterns = {
    contains: literals.map((literal) => `%${literal}%`),
    starts_with: literals.map((literal) => `${literal}%`),
  };
  // The planner uses the statistics of a column only for plain comparisons.
  const isIn = text ? sql`${text} = any(${values}::text[])` : sql`${texts} && ${values}::text[]`;
  if (operator === 'in') return isIn;
  if (operator === 'not_in') return sql`(${isIn}) is not true`;
  const isLike = (one: RawBuilder<unknown>) => sql`${one} like any(${patterns[operator]}::text[])`;
  return text
    ? isLike(text)
    : sql`exists (select 1 from unnest(${texts}) as own (text) where ${isLike(sql`own.text`)})`;
}

const one = (text: RawBuilder<unknown>): Field => ({ text });

/** A namespace that owns cost itself has neither the name, the uid nor the kind of a workload. */
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
      return { texts: column('teams') };
    case 'department':
      return { texts: column('departments') };
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

const columnsByAxis: Readonly<Record<Axis, FieldColumns>> = {
  workload: workloadColumns,
  pod: podColumns,
  node: nodeColumns,
  cluster: clusterColumns,
};
