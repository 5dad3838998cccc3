import { migrateWarehouse, migrationStatus } from '@costplane/warehouse';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { say } from '../say.ts';

/** Brings the warehouse to the schema of this version, or says where it stands. */
export async function migrate({ status, ...options }: BringUpOptions & { status?: boolean }) {
  await withDatabase(
    ({ url }) => (status ? showStatus(url, options.json) : bringUp(url, options)),
    { migrates: false },
  );
}

interface BringUpOptions {
  json?: boolean;
  distribute?: boolean;
}

async function bringUp(url: string, { json, distribute = false }: BringUpOptions): Promise<void> {
  const { applied, distributed } = await migrateWarehouse(url, { onProgress: say, distribute });
  if (json) {
    printJson({ applied, distributed });
    return;
  }
  printLines(applied.length === 0 ? 'Nothing to migrate' : `Applied ${applied.join(', ')}`);
  if (distributed.length > 0) printLines(`Distributed ${distributed.join(', ')}`);
  else if (distribute) printLines('Nothing to distribute');
}

async function showStatus(url: string, json = false): Promise<void> {
  const migrations = (await migrationStatus(url)).map(({ name, appliedAt }) => ({
    name,
    applied_at: appliedAt,
  }));
  if (json) {
    printJson(migrations);
    return;
  }
  printTable(
    ['MIGRATION', 'APPLIED AT'],
    migrations.map(({ name, applied_at }) => [name, applied_at ?? 'not yet']),
  );
}
