import { type None } from '@costplane/plugin-api';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

/** A column, with the alias of its table, or an expression. */
export type Value = string | RawBuilder<unknown>;
export const readValue = (value: Value) => (typeof value === 'string' ? sql.ref(value) : value);

/** Labels of a sample in the order in which they are written; but for the first, one that is null is left out. */
export type Labels = Readonly<Record<string, Value>>;

/** The sentence that explains it, without an end; its value, null where it is not known; labels of its own. */
export type Gauge = readonly [help: string, value: Value, labels?: Labels];

export type Gauges = Readonly<Record<string, Gauge>>;

/** Gauges of ours, of one kind of thing; what is only explained is the column of the name. */
export const ours = (thing: string, gauges: Readonly<Record<string, string | Gauge>>): Gauges =>
  Object.fromEntries(
    Object.entries(gauges).map(([name, gauge]) => [
      `costplane_${thing}_${name}`,
      typeof gauge === 'string' ? [gauge, `${thing}.${name}`] : gauge,
    ]),
  );

/** Rows that are read once, and the gauges of them by their names. */
export interface Group {
  /** What follows `from`, with the condition. */
  readonly rows: RawBuilder<unknown>;
  readonly labels: Labels;
  readonly gauges: Gauges;
}

/** Rows whose samples are in memory at a time. */
const rowsOfPart = 2_000;

/** All groups as of one instant, and the mark by which a reader knows that it has everything. */
export async function* writeMetrics(db: Kysely<None>, groups: readonly Group[]) {
  const view = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // The text of 20,000 workloads stays in memory; more of it goes to disk.
    await sql`select set_config('work_mem', '64MB', true)`.execute(view);
    for (const group of groups) yield* writeGroup(view, group);
    yield '# EOF\n';
  } finally {
    await view.rollback().execute();
  }
}

/**
 * The samples of a gauge follow each other, while its rows hold those of the other gauges, too:
 * PostgreSQL keeps the text of all, on disk where it is long, and makes a part while the one before is sent.
 */
async function* writeGroup(view: Transaction<None>, group: Group) {
  await sql`declare part no scroll cursor for ${selectParts(group)}`.execute(view);
  const fetch = () => sql<{ text: string }>`fetch part`.execute(view);
  let next = fetch();
  for (;;) {
    const [part] = (await next).rows;
    if (!part) break;
    next = fetch();
    // It fails unseen where a reader that has gone does not ask for it.
    next.catch(() => undefined);
    yield `${part.text}\n`;
  }
  await sql`close part`.execute(view);
}

/** A cursor is never parallel: the parts come in the order in which they are listed. */
function selectParts({ rows, labels, gauges }: Group) {
  const entries = Object.entries(gauges);
  const parts = entries.map(
    ([name, [help]]) => sql`
      select ${`# HELP ${name} ${help}.\n# TYPE ${name} gauge`}::text as text
      union all
      select ${sql.ref(name)} from part where ${sql.ref(name)} is not null`,
  );
  return sql`
    with part as materialized (
      select ${sql.join(entries.map(writeLines))}
      from (
        select row_number() over () as number, ${writeLabels(labels, true)} as labels,
          ${sql.join(entries.map(readGauge))}
        from ${rows}
      ) as row
      group by number / ${rowsOfPart}
    )
    ${sql.join(parts, sql` union all `)}`;
}

const readGauge = ([name, [, value, labels = {}]]: [string, Gauge]) => sql`
  (${readValue(value)})::numeric as ${sql.ref(name)},
  ${writeLabels(labels, false)} || '} ' as ${sql.ref(`${name}_labels`)}`;

/**
 * A `numeric` is written with all its digits and never as a power of ten; null has no line. What all lines
 * begin with is between them, which costs less than to put it before each.
 */
const writeLines = ([name]: [string, Gauge]) => sql`
  ${sql.lit(`${name}{`)} || string_agg(
    labels || ${sql.ref(`${name}_labels`)} || trim_scale(${sql.ref(name)}),
    ${sql.lit(`\n${name}{`)}) as ${sql.ref(name)}`;

/** Labels as PostgreSQL writes them, each with a comma before it but the first that a sample has. */
function writeLabels(labels: Labels, isFirst: boolean) {
  const written = Object.entries(labels).map(([name, value], index) =>
    writeLabel(isFirst && index === 0 ? name : `,${name}`, value),
  );
  return sql.join([sql.lit(''), ...written], sql` || `);
}

/**
 * A backslash, a quote and the end of a line are written with a backslash before. `||` costs a third of
 * what `concat` does.
 */
const writeLabel = (name: string, value: Value) => sql`
  coalesce(${sql.lit(`${name}="`)} || replace(replace(
    replace(${readValue(value)}, '\\', '\\\\'), '"', '\\"'), ${sql.lit('\n')}, '\\n') || '"', '')`;
