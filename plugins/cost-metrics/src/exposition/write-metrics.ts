import { type Kysely, sql, type Transaction } from 'kysely';
import { type MetricsRows } from '../tables.ts';
import { type Gauge, type Group, writeLabels } from './group.ts';

/** Rows whose samples are in memory at a time. */
const rowsOfPart = 2_000;

/**
 * All groups as of one instant, one after another, and the mark by which a reader knows that it has
 * everything.
 */
export async function* writeMetrics(
  db: Kysely<MetricsRows>,
  groups: readonly Group[],
): AsyncGenerator<string> {
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
async function* writeGroup(view: Transaction<MetricsRows>, group: Group): AsyncGenerator<string> {
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
  (${value})::numeric as ${sql.ref(name)},
  ${writeLabels(labels, false)} || '} ' as ${sql.ref(`${name}_labels`)}`;

/**
 * A `numeric` is written with all its digits and never as a power of ten; null has no line. What all lines
 * begin with is between them, which costs less than to put it before each.
 */
const writeLines = ([name]: [string, Gauge]) => sql`
  ${sql.lit(`${name}{`)} || string_agg(
    labels || ${sql.ref(`${name}_labels`)} || trim_scale(${sql.ref(name)}),
    ${sql.lit(`\n${name}{`)}) as ${sql.ref(name)}`;
