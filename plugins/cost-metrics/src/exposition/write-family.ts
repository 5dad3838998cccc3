import { type Kysely, sql } from 'kysely';
import { type MetricsRows } from '../tables.ts';
import { type Family } from './family.ts';
import { sampleLine } from './sample-line.ts';

/** Samples that are in memory at a time. */
const pageRows = 5_000;

const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Where a row lies in the order of its source. */
interface Key {
  readonly first: string;
  readonly second: string;
}

interface SamplePage extends Key {
  readonly lines: string | null;
  readonly rows: number;
}

/** The text of a family, a page of its samples at a time. */
export async function* writeFamily(
  db: Kysely<MetricsRows>,
  family: Family,
): AsyncGenerator<string> {
  yield `# HELP ${family.name} ${family.help}.\n# TYPE ${family.name} gauge\n`;
  let after: Key | undefined = {
    first: nilUuid,
    second: family.source.secondType === 'uuid' ? nilUuid : '',
  };
  while (after) {
    const { rows } = await selectSamples(family, after).execute(db);
    const page: SamplePage | undefined = rows[0];
    if (page?.lines) yield page.lines;
    after = page?.rows === pageRows ? page : undefined;
  }
}

/** PostgreSQL writes the lines and adds them up, so that a page is one value whatever its rows. */
const selectSamples = ({ name, source, value }: Family, { first, second }: Key) => sql<SamplePage>`
  select string_agg(line, '') as lines, count(*) as rows,
    (array_agg(first))[count(*)] as first, (array_agg(second))[count(*)] as second
  from (
    select ${source.key[0]}::text as first, ${source.key[1]}::text as second,
      ${sampleLine(name, source.labels, value)} as line
    from ${source.rows}
      and (${sql.join(source.key)}) > (${first}::uuid, ${second}::${sql.raw(source.secondType)})
    order by ${sql.join(source.key)}
    limit ${pageRows}
  ) as page`;
