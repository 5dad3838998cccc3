import { readYamlFile } from '@costplane/kernel';
import { applyAllocationFile, compareAllocationFile } from '../allocation/apply-allocation-file.ts';
import {
  countChanges,
  describeDifference,
  listChanges,
} from '../allocation/describe-difference.ts';
import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printLines } from '../print.ts';

export interface ApplyAllocationOptions {
  org: string;
  dryRun?: boolean;
  json?: boolean;
}

/** Makes departments, teams and assignments of an organization what a file says. */
export async function applyAllocation(
  file: string,
  { org, dryRun = false, json }: ApplyAllocationOptions,
): Promise<void> {
  const yaml = await readYamlFile(file);
  const difference = await withDatabase(async (database) => {
    const db = database.as('ingest');
    const { id } = await findOrganization(db, org);
    return dryRun ? compareAllocationFile(db, id, yaml) : applyAllocationFile(db, id, yaml);
  });
  if (json) {
    const counts = countChanges(difference);
    printJson({ applied: !dryRun, changes: listChanges(difference), counts });
    return;
  }
  printLines(...describeDifference(difference, { isApplied: !dryRun }));
}
