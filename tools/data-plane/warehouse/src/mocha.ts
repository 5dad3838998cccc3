/**
 * For mocha's `--require`: one server and one migrated template for a whole test run. Tests find
 * the server in `COSTPLANE_TEST_DATABASE_URL` (its user may create databases) and the name of the
 * template in `COSTPLANE_TEST_TEMPLATE`. With Citus, the template is also on the workers in
 * `COSTPLANE_TEST_WORKER_URLS`, and `COSTPLANE_TEST_SETTLE` does what triggers do on a single server.
 * Databases named `costplane_test_…` are dropped at the end. A nested run finds these variables set,
 * and leaves the databases to the outer one.
 */
import { listNodes } from './testing/nodes.ts';
import { acquireTestServer, dropLeftovers, type TestServer } from './testing/server.ts';
import { ensureTemplate } from './testing/template.ts';

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
  process.env.COSTPLANE_TEST_TEMPLATE = await ensureTemplate(server.url);
  const [, ...workers] = await listNodes(server.url);
  if (workers.length > 0) {
    process.env.COSTPLANE_TEST_WORKER_URLS = workers.join(' ');
    process.env.COSTPLANE_TEST_SETTLE = refreshOwners;
  }
  process.env.COSTPLANE_TEST_DATABASE_URL = server.url;
}

export async function mochaGlobalTeardown(): Promise<void> {
  const ours = server;
  server = undefined;
  if (!ours) return;
  await dropLeftovers(ours.url);
  await ours.release();
}
