import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { requireWritable } from '../database/require-writable.ts';
import { printJson, printLines } from '../print.ts';
import { type Json, type Yes } from '../program/options.ts';

/**
 * Suspends an organization: its keys are refused like revoked ones, and so are its agents' reports.
 * Its data stays.
 */
export async function suspendOrganization(
  reference: string,
  { yes, json }: Yes & Json,
): Promise<void> {
  await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const { id, name } = await findOrganization(db, reference);
      await confirm(`This suspends ${name}: its keys and its agents are refused`, { yes });
      const organization = await setActive(db, id, false);
      if (json) printJson(organization);
      else {
        printLines(
          `Suspended ${name}: within 10 seconds, its keys are refused with 401 and the reports of its agents with 403; its data stays`,
        );
      }
    },
    { organization: reference },
  );
}

export async function resumeOrganization(reference: string, { json }: Json): Promise<void> {
  await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const { id, name } = await findOrganization(db, reference);
      const organization = await setActive(db, id, true);
      if (json) printJson(organization);
      else printLines(`Resumed ${name}: its keys and agents are served again within 10 seconds`);
    },
    { organization: reference },
  );
}

const setActive = (db: Kysely<Warehouse>, id: string, isActive: boolean) =>
  db.transaction().execute(async (tx) => {
    await requireWritable(tx, id);
    return tx
      .updateTable('organizations')
      .set({ is_active: isActive })
      .where('id', '=', id)
      .returning(['id', 'name', 'is_active'])
      .executeTakeFirstOrThrow();
  });
