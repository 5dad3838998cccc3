import { migrateWarehouse, migrationStatus } from '@costplane/warehouse';
import { withDatabase } from '../database/command-database.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { say } from '../say.ts';

/** Brings the warehouse to the schema of this version, or says where it stands. */
export async function migrate({ status, json }: { status?: boolean; json?: boolean }) {
  await withDatabase(({ url }) => (status ? showStatus(url, json) : bringUp(url, json)), {
    migrates: false,
  });
}

async function bringUp(url: string, json = false): Promise<void> {
  const { applied } = await migrateWarehouse(url, { onProgress: say });
  if (json) printJson({ applied });
  else printLines(applied.length === 0 ? 'Nothing to migrate' : `Applied ${applied.join(', ')}`);
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
