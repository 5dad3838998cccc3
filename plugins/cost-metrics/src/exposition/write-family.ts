import { type Kysely, sql } from 'kysely';
import { type MetricsRows } from '../tables.ts';
import { type Family, type KeyColumn } from './family.ts';
import { sampleLine } from './sample-line.ts';

/** Samples that are in memory at a time. */
const pageRows = 5_000;

/** Before every other value of a type. */
const least = { uuid: '00000000-0000-0000-0000-000000000000', text: '' } as const;

interface SamplePage {
  readonly lines: string | null;
  readonly rows: number;
  /** The key of the last row, part by part. */
  readonly [part: `key_${number}`]: string;
}

/** The text of a family, a page of its samples at a time. */
export async function* writeFamily(
  db: Kysely<MetricsRows>,
  family: Family,
): AsyncGenerator<string> {
  yield `# HELP ${family.name} ${family.help}.\n# TYPE ${family.name} gauge\n`;
  const { key } = family.source;
  let after: readonly string[] | undefined = key.map(({ type }) => least[type]);
  while (after) {
    const { rows } = await selectSamples(family, after).execute(db);
    const page: SamplePage | undefined = rows[0];
    if (page?.lines) yield page.lines;
    after = page?.rows === pageRows ? key.map((_, part) => page[`key_${part}`] ?? '') : undefined;
  }
}

/** PostgreSQL writes the lines and adds them up, so that a page is one value whatever its rows. */
function selectSamples({ name, source, value }: Family, after: readonly string[]) {
  const key = sql.join(source.key.map(({ column }) => column));
  const bound = after.map((text, part) => sql`${text}::${sql.raw(source.key[part]?.type ?? '')}`);
  const parts = source.key.map((_, part) => sql.ref(`key_${part}`));
  return sql<SamplePage>`
    select string_agg(line, '') as lines, count(*) as rows,
      ${sql.join(parts.map((part) => sql`(array_agg(${part}))[count(*)] as ${part}`))}
    from (
      select ${sql.join(source.key.map(({ column }, part) => asText(column, part)))},
        ${sampleLine(name, source.labels, value)} as line
      from ${source.rows}
        and (${key}) > (${sql.join(bound)})
      order by ${key}
      limit ${pageRows}
    ) as page`;
}

const asText = (column: KeyColumn['column'], part: number) =>
  sql`${column}::text as ${sql.ref(`key_${part}`)}`;
