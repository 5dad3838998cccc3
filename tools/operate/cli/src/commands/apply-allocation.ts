import { readYamlFile } from '../yaml/read-yaml-file.ts';
import { applyAllocationFile, compareAllocationFile } from '../allocation/apply-allocation-file.ts';
import {
  countChanges,
  describeDifference,
  listChanges,
} from '../allocation/describe-difference.ts';
import { confirm } from '../confirm.ts';
import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printLines } from '../print.ts';

export interface ApplyAllocationOptions {
  org: string;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** Makes the departments, teams and assignments of an organization match a file. */
export async function applyAllocation(
  file: string,
  { org, dryRun = false, yes, json }: ApplyAllocationOptions,
): Promise<void> {
  const yaml = await readYamlFile(file);
  const difference = await withDatabase(
    async (database) => {
      const db = database.as('ingest');
      const { id, name } = await findOrganization(db, org);
      const compared = await compareAllocationFile(db, id, yaml);
      const { added, changed, removed } = countChanges(compared);
      if (dryRun || added + changed + removed === 0) return compared;
      await confirm(
        `This adds ${added}, changes ${changed} and removes ${removed} departments, teams and assignments of ${name}; --dry-run shows them`,
        { yes, isInputRead: file === '-' },
      );
      return applyAllocationFile(db, id, yaml);
    },
    { organization: org },
  );
  if (json) {
    const counts = countChanges(difference);
    printJson({ applied: !dryRun, changes: listChanges(difference), counts });
    return;
  }
  printLines(describeDifference(difference, { isApplied: !dryRun }).join('\n'));
}
