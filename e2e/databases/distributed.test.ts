import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnCitus } from '../support/citus.ts';
import { costplane, type Outcome } from '../support/costplane.ts';
import { createDatabase, type Database } from '../support/database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { skip } from '../support/skip.ts';

describe('a config with warehouse.distributed', () => {
  const citus = process.env.COSTPLANE_TEST_CITUS_URL ?? '';
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
    await writeFile(
      join(folder.path, 'costplane.config.yaml'),
      "warehouse: { distributed: true }\nplugins:\n  - package: '@costplane/plugin-clusters'\n",
    );
  });
  after(() => folder.remove());

  const run = (database: Database, ...args: string[]): Promise<Outcome> =>
    costplane(args, {
      COSTPLANE_CONFIG: join(folder.path, 'costplane.config.yaml'),
      DATABASE_URL: database.url,
    });

  it('makes migrate and start report in one line that a database has no Citus', async () => {
    const database = await createDatabase({ migrated: false });
    for (const args of [['migrate'], ['start', '--port', '0']]) {
      const { code, stderr } = await run(database, ...args);
      expect(code, stderr).to.equal(1);
      expect(stderr.trim().split('\n')).to.have.length(1);
      expect(stderr).to.include('has no Citus; run "create extension citus" in it on every server');
    }
    await database.drop();
  });

  it('makes migrate distribute tables that are not distributed', async function () {
    if (citus === '') skip(this, 'needs a coordinator of Citus in COSTPLANE_TEST_CITUS_URL');
    const database = await createOnCitus(citus, { hasWorkers: true });
    const { code, stdout, stderr } = await run(database, 'migrate');
    expect(code, stderr).to.equal(0);
    expect(stdout).to.match(/^Distributed clusters, /m);
    await database.drop();
  });
});
