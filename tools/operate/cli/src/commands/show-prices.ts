import { parsePriceBook, priceBookDocument, shippedPriceBookSource } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { withDatabase } from '../database/command-database.ts';
import { describeScope, findPriceScope, type PriceScope } from '../prices/price-scope.ts';
import { findVersion, listVersions, type PriceBookVersion } from '../prices/stored-versions.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { say } from '../say.ts';

export interface ShowPricesOptions {
  org?: string;
  at?: Date;
  history?: boolean;
  json?: boolean;
}

/** Prints the price book in effect at a time as it was written, so that it can be set again. */
export async function showPrices({
  org,
  at = new Date(),
  history,
  json,
}: ShowPricesOptions): Promise<void> {
  await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const scope = await findPriceScope(db, org);
      if (history) await showHistory(db, scope, json);
      else await showBook(db, { scope, at, json });
    },
    { organization: org },
  );
}

async function showBook(
  db: Kysely<Warehouse>,
  { scope, at, json }: { scope: PriceScope; at: Date; json: boolean | undefined },
): Promise<void> {
  const version = await findVersion(db, scope, at);
  const source = version?.source ?? shippedPriceBookSource();
  const book = parsePriceBook(source, { fileName: 'the price book' });
  if (scope && scope.currency !== book.currency) {
    say(`The costs of ${scope.name} are in ${scope.currency}, for which this book has no prices`);
  }
  if (!json) {
    printLines(`# ${describeOrigin(version, scope)}`, source.trimEnd());
    return;
  }
  printJson({
    id: version?.id ?? null,
    organization_id: version?.organization_id ?? null,
    origin: version ? (version.organization_id === null ? 'all' : 'organization') : 'shipped',
    valid_from: version?.valid_from ?? null,
    created_at: version?.created_at ?? null,
    book: priceBookDocument(book),
  });
}

function describeOrigin(version: PriceBookVersion | null, scope: PriceScope): string {
  if (!version) return 'The default price book of Costplane, because none is set.';
  const owner = describeScope(version.organization_id === null ? null : scope);
  return `The price book of ${owner}, in effect from ${version.valid_from.toISOString()}.`;
}

async function showHistory(
  db: Kysely<Warehouse>,
  scope: PriceScope,
  json: boolean | undefined,
): Promise<void> {
  const versions = await listVersions(db, scope);
  if (json) {
    printJson(versions);
    return;
  }
  printTable(
    ['ID', 'FOR', 'BOOK', 'VALID FROM', 'SET AT', 'SUPERSEDED AT', 'REPRICED AT'],
    versions.map(({ id, organization_id, follows_all, ...times }) => [
      id,
      describeScope(organization_id === null ? null : scope),
      follows_all ? 'of all organizations' : 'its own',
      times.valid_from.toISOString(),
      times.created_at.toISOString(),
      times.superseded_at?.toISOString() ?? '',
      times.repriced_at?.toISOString() ?? '',
    ]),
  );
}
