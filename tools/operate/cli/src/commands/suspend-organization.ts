import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printLines } from '../print.ts';

/**
 * Switches an organization off or on. While it is off, its keys are answered as revoked ones are, and
 * reports of its agents are refused; what is stored stays.
 */
export async function suspendOrganization(
  reference: string,
  { isActive, json }: { isActive: boolean; json?: boolean | undefined },
): Promise<void> {
  const organization = await withDatabase(async (database) => {
    const db = database.as('owner');
    const { id } = await findOrganization(db, reference);
    return db
      .updateTable('organizations')
      .set({ is_active: isActive })
      .where('id', '=', id)
      .returning(['id', 'name', 'is_active'])
      .executeTakeFirstOrThrow();
  });
  if (json) printJson(organization);
  else printLines(describe(organization));
}

const describe = ({ name, is_active }: { name: string; is_active: boolean }) =>
  is_active
    ? `Resumed ${name}: its keys and its agents are served again within 10 seconds`
    : `Suspended ${name}: its keys (401) and the reports of its agents (403) are refused within 10 seconds; what is stored stays`;
