import { stringify } from 'yaml';
import { exactNumberTag } from '../allocation/exact-number.ts';
import { readAllocation } from '../allocation/read-allocation.ts';
import { readEntities } from '../allocation/read-entities.ts';
import { toAllocationFile } from '../allocation/to-allocation-file.ts';
import { counted } from '../counted.ts';
import { withDatabase } from '../database/command-database.ts';
import { findOrganization } from '../database/find-organization.ts';
import { printJson, printLines } from '../print.ts';
import { say } from '../say.ts';

/** Prints the native departments, teams and manual assignments of an organization as an allocation file. */
export async function showAllocation({
  org,
  json,
}: {
  org: string;
  json?: boolean;
}): Promise<void> {
  const { document, left_out } = await withDatabase(
    async (database) => {
      const db = database.as('ingest');
      const { id } = await findOrganization(db, org);
      const present = await readAllocation(db, id);
      return toAllocationFile(present, (named) => readEntities(db, id, named));
    },
    { organization: org },
  );
  if (left_out > 0) {
    say(
      `Left out ${counted(left_out, 'assignment')} of deleted workloads and namespaces; applying this file ` +
        'removes them',
    );
  }
  if (json) printJson(document);
  else printLines(stringify(document, { lineWidth: 0, customTags: [exactNumberTag] }).trimEnd());
}
