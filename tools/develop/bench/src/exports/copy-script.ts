import { type Fleet } from '../fleet.ts';
import { type Statement } from '../frontend-reader.ts';
import { type Span } from '../ledger/fill.ts';
import { startCostplane } from '../service.ts';
import { tapWire } from '../wire-tap.ts';
import { openExport } from './download-export.ts';

/** What an operator would give to `psql` for a file, each without parameters. */
export interface CopyScript {
  /** Of the planner, for the transaction: without them, PostgreSQL may choose another plan. */
  readonly settings: readonly string[];
  readonly copy: string;
}

/** What the service sends to PostgreSQL for a CSV of all columns, the values in the text. */
export async function readCopyScript(fleet: Fleet, span: Span): Promise<CopyScript> {
  const tap = await tapWire(fleet.databaseUrl);
  const service = await startCostplane(tap.url);
  try {
    tap.forget();
    const target = { url: service.url, key: fleet.key, format: 'csv', span } as const;
    const { response } = await openExport(target);
    response.destroy();
    return toScript(tap.statements);
  } finally {
    await service.stop();
    await tap.close();
  }
}

function toScript(statements: readonly Statement[]): CopyScript {
  const copies = statements.filter(({ text }) => /^copy /i.test(text));
  const [copy] = copies;
  if (!copy || copies.length > 1) throw new Error(`the export ran ${copies.length} COPYs`);
  // Those with values say who asks, and are the parameters of the COPY.
  const settings = statements.filter(
    ({ text, values }) => text.includes('set_config(') && values.length === 0,
  );
  return {
    settings: settings.map(({ text }) => text),
    copy: withValues(
      copy.text,
      statements.flatMap(({ values }) => values),
    ),
  };
}

/** The service binds the values of a `COPY` as settings of the session: name, value, name, value. */
function withValues(copy: string, bound: readonly (string | null)[]): string {
  return copy.replaceAll(/current_setting\('(costplane\.parameter_\d+)'\)/g, (_, name: string) => {
    const value = bound[bound.indexOf(name) + 1];
    if (value === undefined || value === null) throw new Error(`${name} was not set`);
    return `'${value.replaceAll("'", "''")}'`;
  });
}
