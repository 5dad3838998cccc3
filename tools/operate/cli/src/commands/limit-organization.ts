import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { requireWritable } from '../database/require-writable.ts';
import { printJson, printLines } from '../print.ts';

export interface LimitOrganizationOptions {
  /** Decimal text. */
  cores?: string;
  /** False with `--no-limit`. */
  limit: boolean;
  json?: boolean;
}

/** Sets or shows the limit on the total number of cores in an organization's clusters. */
export async function limitOrganization(
  reference: string,
  { cores, limit, json }: LimitOrganizationOptions,
): Promise<void> {
  const organization = await withDatabase(
    async (database) => {
      const db = database.as('owner');
      const { id } = await findOrganization(db, reference);
      if (cores !== undefined || !limit) {
        const change = { cpu_limit_cores: cores ?? null };
        await db.transaction().execute(async (tx) => {
          await requireWritable(tx, id);
          await tx.updateTable('organizations').set(change).where('id', '=', id).execute();
        });
      }
      return db
        .selectFrom('organizations')
        .select(['id', 'name', 'cpu_limit_cores'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    },
    { organization: reference },
  );
  if (json) {
    printJson(organization);
    return;
  }
  const { name, cpu_limit_cores } = organization;
  printLines(`Limit on the cores of all clusters of ${name}: ${cpu_limit_cores ?? 'none'}`);
}
