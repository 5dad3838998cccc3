/**
 * For mocha's `--require`: one server and one migrated template for a whole test run. Tests find
 * the server in `COSTPLANE_TEST_DATABASE_URL` (its user may create databases) and the name of the
 * template in `COSTPLANE_TEST_TEMPLATE`; that in `COSTPLANE_TEST_LEDGER_TEMPLATE` also has the months
 * that a report of now needs. With Citus, the templates are also on the workers in
 * `COSTPLANE_TEST_WORKER_URLS`, and `COSTPLANE_TEST_SETTLE` does what triggers do on a single server.
 * Databases named `costplane_test_…` are dropped at the end. A nested run finds these variables set,
 * and leaves the databases to the outer one.
 */
import { listNodes } from './testing/nodes.ts';
import { acquireTestServer, dropLeftovers, type TestServer } from './testing/server.ts';
import { ensureLedgerTemplate, ensureTemplate } from './testing/template.ts';

let server: TestServer | undefined;

const refreshOwners = `do $$ declare cluster record; begin
  for cluster in select organization_id, id from costplane.clusters loop
    perform costplane.refresh_workload_teams(cluster.organization_id, array[cluster.id]);
  end loop;
end $$`;

export async function mochaGlobalSetup(): Promise<void> {
  if (process.env.COSTPLANE_TEST_DATABASE_URL && process.env.COSTPLANE_TEST_TEMPLATE) return;
  process.env.COSTPLANE_TEST_RUN ??= String(process.pid);
  server = await acquireTestServer();
  const template = await ensureTemplate(server.url);
  process.env.COSTPLANE_TEST_TEMPLATE = template;
  process.env.COSTPLANE_TEST_LEDGER_TEMPLATE = await ensureLedgerTemplate(
    server.url,
    template,
    monthsOfReports(new Date()),
  );
  const [, ...workers] = await listNodes(server.url);
  if (workers.length > 0) {
    process.env.COSTPLANE_TEST_WORKER_URLS = workers.join(' ');
    process.env.COSTPLANE_TEST_SETTLE = refreshOwners;
  }
  process.env.COSTPLANE_TEST_DATABASE_URL = server.url;
}

/** The first days of the month and of the next but one. */
function monthsOfReports(now: Date): [first: string, last: string] {
  const firstDay = (monthsAhead: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead))
      .toISOString()
      .slice(0, 10);
  return [firstDay(0), firstDay(2)];
}

export async function mochaGlobalTeardown(): Promise<void> {
  const ours = server;
  server = undefined;
  if (!ours) return;
  await dropLeftovers(ours.url);
  await ours.release();
}
