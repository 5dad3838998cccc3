import { withDatabase } from '../database/command-database.ts';
import { printJson, printTable } from '../print.ts';

export async function listOrganizations({ json }: { json?: boolean }): Promise<void> {
  const organizations = await withDatabase((database) =>
    database
      .as('owner')
      .selectFrom('organizations')
      .select(['id', 'name', 'domain', 'plan_type', 'currency', 'is_active', 'created_at'])
      .orderBy('name')
      .execute(),
  );
  if (json) {
    printJson(organizations);
    return;
  }
  printTable(
    ['ID', 'NAME', 'DOMAIN', 'PLAN', 'CURRENCY', 'ACTIVE', 'CREATED AT'],
    organizations.map(({ id, name, domain, plan_type, currency, is_active, created_at }) => [
      id,
      name,
      domain,
      plan_type,
      currency,
      is_active ? 'yes' : 'no',
      created_at.toISOString(),
    ]),
  );
}
