import { withEachDatabase } from '../database/command-database.ts';
import { printJson, printTable } from '../print.ts';

/** Lists the organizations, with their database if there are several. */
export async function listOrganizations({ json }: { json?: boolean }): Promise<void> {
  const found = await withEachDatabase((database) =>
    database
      .as('owner')
      .selectFrom('organizations')
      .select(['id', 'name', 'domain', 'plan_type', 'currency', 'is_active', 'created_at'])
      .where('is_home', '=', true)
      .orderBy('name')
      .execute(),
  );
  const isRouted = found.length > 1;
  const organizations = found.flatMap(([database, rows]) =>
    rows.map((row) => Object.assign(row, isRouted ? { database } : {})),
  );
  if (json) {
    printJson(organizations);
    return;
  }
  printTable(
    [
      'ID',
      'NAME',
      'DOMAIN',
      'PLAN',
      'CURRENCY',
      'ACTIVE',
      'CREATED AT',
      ...(isRouted ? ['DATABASE'] : []),
    ],
    found.flatMap(([database, rows]) =>
      rows.map(({ id, name, domain, plan_type, currency, is_active, created_at }) => [
        id,
        name,
        domain,
        plan_type,
        currency,
        is_active ? 'yes' : 'no',
        created_at.toISOString(),
        ...(isRouted ? [database] : []),
      ]),
    ),
  );
}
