import { migrateWarehouse, migrationStatus } from '@costplane/warehouse';
import { type CommandDatabase, withEachDatabase } from '../database/command-database.ts';
import { defaultDatabase, isToBeDistributed } from '../database/homes.ts';
import { printJson, printLines, printTable } from '../print.ts';
import { say } from '../say.ts';

interface MigrateOptions {
  status?: boolean;
  json?: boolean;
  distribute?: boolean;
}

/** The result or the status, as JSON and as a function that prints it. */
interface Report {
  readonly document: unknown;
  readonly print: () => void;
}

/** Migrates the warehouse to the schema of this version, or shows its status. */
export async function migrate({ status, json, distribute }: MigrateOptions) {
  const distributes = distribute ?? (await isToBeDistributed());
  const work = ({ url, name }: CommandDatabase) =>
    status ? readStatus(url) : bringUp(url, distributes && (name === defaultDatabase || 'ifCitus'));
  const print = (reports: Reports, isRouted: boolean) => {
    printReports(reports, { isRouted, json });
  };
  await withEachDatabase(work, print, { migrates: false });
}

type Reports = readonly [database: string, report: Report][];

function printReports(
  reports: Reports,
  { isRouted, json }: { isRouted: boolean; json: boolean | undefined },
): void {
  if (json) {
    const documents = reports.map(([name, { document }]) => [name, document] as const);
    printJson(isRouted ? Object.fromEntries(documents) : documents[0]?.[1]);
    return;
  }
  for (const [name, { print }] of reports) {
    if (isRouted) printLines(`Database ${name}:`);
    print();
  }
}

async function bringUp(url: string, distribute: boolean | 'ifCitus'): Promise<Report> {
  const document = await migrateWarehouse(url, { onProgress: say, distribute });
  const { applied, distributed } = document;
  const print = () => {
    printLines(applied.length === 0 ? 'Nothing to migrate' : `Applied ${applied.join(', ')}`);
    if (distributed.length > 0) printLines(`Distributed ${distributed.join(', ')}`);
    else if (distribute) printLines('Nothing to distribute');
  };
  return { document: { applied, distributed }, print };
}

async function readStatus(url: string): Promise<Report> {
  const document = (await migrationStatus(url)).map(({ name, appliedAt }) => ({
    name,
    applied_at: appliedAt,
  }));
  const print = () => {
    printTable(
      ['MIGRATION', 'APPLIED AT'],
      document.map(({ name, applied_at }) => [name, applied_at ?? 'not yet']),
    );
  };
  return { document, print };
}
