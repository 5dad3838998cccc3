import { type None } from '@costplane/plugin-api';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

/** A column, qualified with the alias of its table, or an expression. */
export type Value = string | RawBuilder<unknown>;
export const readValue = (value: Value) => (typeof value === 'string' ? sql.ref(value) : value);

/** Labels of a sample in output order. A null label is omitted, except for the first one. */
export type Labels = Readonly<Record<string, Value>>;

/** The help text without the final period; the value, null when unknown; labels of this gauge only. */
export type Gauge = readonly [help: string, value: Value, labels?: Labels];

export type Gauges = Readonly<Record<string, Gauge>>;

/** Gauges named `costplane_<thing>_*`. A bare help text reads the column of the same name. */
export const ours = (thing: string, gauges: Readonly<Record<string, string | Gauge>>): Gauges =>
  Object.fromEntries(
    Object.entries(gauges).map(([name, gauge]) => [
      `costplane_${thing}_${name}`,
      typeof gauge === 'string' ? [gauge, `${thing}.${name}`] : gauge,
    ]),
  );

/** Rows that are read once, and the gauges computed from them. */
export interface Group {
  /** The `from` clause without the keyword, and its condition. */
  readonly rows: RawBuilder<unknown>;
  readonly labels: Labels;
  readonly gauges: Gauges;
  /** Several rows may have the same labels: they become one sample, their sum. */
  readonly isSummed?: boolean;
}

/** Rows per part; one part is held in memory at a time. */
const rowsOfPart = 2_000;

/** Writes all groups from one snapshot of the database, then the `# EOF` that marks a complete scrape. */
export async function* writeMetrics(db: Kysely<None>, groups: readonly Group[]) {
  const view = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // Keeps the text of 20,000 workloads in memory; PostgreSQL spills more than that to disk.
    await sql`select set_local('work_mem', '64MB')`.execute(view);
    for (const group of groups) yield* writeGroup(view, group);
    yield '# EOF\n';
  } finally {
    await view.rollback().execute();
  }
}

/**
 * The format wants samples grouped by gauge, but rows hold one sample of each gauge. PostgreSQL
 * materializes all text, on disk if it is large; the next part is fetched while one is sent.
 */
async function* writeGroup(view: Transaction<None>, group: Group) {
  await sql`declare part no scroll cursor for ${selectParts(group)}`.execute(view);
  const fetch = () => sql<{ text: string }>`fetch part`.execute(view);
  let next = fetch();
  for (let [part] = (await next).rows; part; [part] = (await next).rows) {
    next = fetch();
    // If the client disconnects, nobody awaits this fetch; its rejection must not be unhandled.
    next.catch(() => undefined);
    yield `${part.text}\n`;
  }
  await sql`close part`.execute(view);
}

/** Queries of a cursor never run in parallel, so the parts arrive in the listed order. */
function selectParts({ rows, labels, gauges, isSummed }: Group) {
  const entries = Object.entries(gauges);
  const single = sql`
    select ${writeLabels(labels, true)} as labels, ${sql.join(entries.map(readGauge))}
    from ${rows}`;
  const summed = sql`
    select labels, ${sql.join(entries.map(sumGauge))} from (${single}) as single group by labels`;
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
        select row_number() over () as number, sample.*
        from (${isSummed ? summed : single}) as sample
      ) as row
      group by number / ${rowsOfPart}
    )
    ${sql.join(parts, sql` union all `)}`;
}

const readGauge = ([name, [, value, labels = {}]]: [string, Gauge]) => sql`
  (${readValue(value)})::numeric as ${sql.ref(name)},
  ${writeLabels(labels, false)} || '} ' as ${sql.ref(`${name}_labels`)}`;

const sumGauge = ([name]: [string, Gauge]) => sql`
  sum(${sql.ref(name)}) as ${sql.ref(name)},
  max(${sql.ref(`${name}_labels`)}) as ${sql.ref(`${name}_labels`)}`;

/**
 * `numeric` prints all digits and no exponent; a null value has no line. The metric name is the
 * delimiter between lines, which is cheaper than a prefix on each line.
 */
const writeLines = ([name]: [string, Gauge]) => sql`
  ${sql.lit(`${name}{`)} || string_agg(
    labels || ${sql.ref(`${name}_labels`)} || trim_scale(${sql.ref(name)}),
    ${sql.lit(`\n${name}{`)}) as ${sql.ref(name)}`;

/** SQL that writes labels, each with a leading comma except for the first one of a sample. */
function writeLabels(labels: Labels, isFirst: boolean) {
  const written = Object.entries(labels).map(([name, value], index) =>
    writeLabel(isFirst && index === 0 ? name : `,${name}`, value),
  );
  return sql.join([sql.lit(''), ...written], sql` || `);
}

/** Escapes backslashes, quotes and newlines. `||` takes a third of the time of `concat`. */
const writeLabel = (name: string, value: Value) => sql`
  coalesce(${sql.lit(`${name}="`)} || replace(replace(
    replace(${readValue(value)}, '\\', '\\\\'), '"', '\\"'), ${sql.lit('\n')}, '\\n') || '"', '')`;
