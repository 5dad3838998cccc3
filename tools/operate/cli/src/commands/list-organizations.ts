import { type CommandDatabase, withEachDatabase } from '../database/command-database.ts';
import { printJson, printTable } from '../print.ts';

/** Lists the organizations, with their database if there are several. */
export async function listOrganizations({ json }: { json?: boolean }): Promise<void> {
  await withEachDatabase(readOrganizations, (found, isRouted) => {
    if (json) {
      printJson(
        found.flatMap(([database, rows]) =>
          rows.map((row) => ({ ...row, ...(isRouted && { database }) })),
        ),
      );
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
  });
}

const readOrganizations = (database: CommandDatabase) =>
  database
    .as('owner')
    .selectFrom('organizations')
    .select(['id', 'name', 'domain', 'plan_type', 'currency', 'is_active', 'created_at'])
    .where('is_home', '=', true)
    .orderBy('name')
    .execute();
