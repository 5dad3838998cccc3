import { type Fleet } from '../fleet.ts';
import { type Span } from '../ledger/fill.ts';
import { startCostplane } from '../service.ts';
import { tapWire } from '../wire-tap.ts';
import { openExport } from './download-export.ts';

/**
 * The `COPY` of the service for a CSV of all columns, as it is sent to PostgreSQL, with its values
 * in the text: what an operator would give to `psql` for the same file.
 */
export async function readCopyStatement(fleet: Fleet, span: Span): Promise<string> {
  const tap = await tapWire(fleet.databaseUrl);
  const service = await startCostplane(tap.url);
  try {
    tap.forget();
    const target = { url: service.url, key: fleet.key, format: 'csv', span } as const;
    const { response } = await openExport(target);
    response.destroy();
    const copies = tap.statements.filter(({ text }) => /^copy /i.test(text));
    const [copy] = copies;
    if (!copy || copies.length > 1) throw new Error(`the export ran ${copies.length} COPYs`);
    return withValues(
      copy.text,
      tap.statements.flatMap(({ values }) => values),
    );
  } finally {
    await service.stop();
    await tap.close();
  }
}

/** The service binds the values of a `COPY` as settings of the session: name, value, name, value. */
function withValues(copy: string, bound: readonly (string | null)[]): string {
  return copy.replaceAll(/current_setting\('(costplane\.parameter_\d+)'\)/g, (_, name: string) => {
    const value = bound[bound.indexOf(name) + 1];
    if (value === undefined || value === null) throw new Error(`${name} was not set`);
    return `'${value.replaceAll("'", "''")}'`;
  });
}
