import { demoMembers } from '@costplane/sample';
import { CommandError } from '../command-error.ts';
import { counted } from '../counted.ts';
import { type CommandDatabase } from '../database/command-database.ts';
import { insertOrganization } from '../database/insert-organization.ts';
import { showProgress } from '../progress.ts';
import { say } from '../say.ts';
import { demoId, demoName } from './demo-name.ts';
import { loadDemoClusters } from './load-demo-clusters.ts';
import { loadPlans, quickly } from './load-plan.ts';
import { refreshDemo } from './refresh-demo.ts';

/** A refresh is faster than this, unless it completes an interrupted load. */
const silentMs = 3_000;

/**
 * Fills an empty database with the demo organization, or brings an existing one up to date, even if
 * its load was interrupted.
 *
 * @throws {CommandError} if the database only has other organizations
 */
export async function prepareOrganization(
  database: CommandDatabase,
  { days }: { days: number },
): Promise<{ id: string; name: string }> {
  const db = database.as('owner');
  const organizations = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'is_home'])
    .execute();
  const demo = organizations.find(({ name, is_home }) => is_home && name === demoName);
  if (demo === undefined) {
    if (organizations.length === 0) return loadDemo(database, days);
    throw new CommandError(
      'The database has organizations, but not the demo; run `costplane serve` instead',
    );
  }
  const startProgress = (steps: number) => showProgress(steps, { plainAfterMs: silentMs });
  const clusters = await refreshDemo(database, demo, { days, startProgress });
  if (clusters.length > 0) say(`Updated the demo clusters: ${clusters.join(', ')}`);
  return demo;
}

async function loadDemo(
  database: CommandDatabase,
  days: number,
): Promise<{ id: string; name: string }> {
  say('Loading a demo organization into the empty database');
  const organization = await insertOrganization(database.as('owner'), {
    id: demoId,
    name: demoName,
  });
  const fleet = demoMembers();
  const progress = showProgress(fleet.length);
  const plan = quickly(loadPlans.small);
  await loadDemoClusters(database, organization.id, fleet, { plan, days, progress }).finally(
    progress.end,
  );
  say(`Loaded ${fleet.length} clusters with ${counted(days, 'day')} of history`);
  return organization;
}
