import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from './support/client.ts';
import { costplaneJson, serve } from './support/costplane.ts';
import { temporaryFolder } from './support/folder.ts';

describe('the embedded database', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
  });
  after(() => folder.remove());

  const environment = () => ({ COSTPLANE_HOME: join(folder.path, 'home') });
  const postmaster = async () => {
    const place = join(folder.path, 'home', 'postgres', 'postmaster.pid');
    return Number((await readFile(place, 'utf8')).split('\n')[0]);
  };
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const createKey = async () => {
    const { key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'demo', '--scope', 'all', '--limit', '100000'],
      environment(),
    );
    return key;
  };

  it('that is killed under load causes 503, never a wrong response, and recovers', async () => {
    const service = await serve(environment());
    let isLoading = true;
    try {
      await costplaneJson(['org', 'create', 'demo'], environment());
      const key = await createKey();
      const client = await createClient(service.url);
      const statuses = new Set<number>();
      const load = Array.from({ length: 4 }, async () => {
        while (isLoading) {
          const { status } = await client.get('/v1/organization', key);
          statuses.add(status);
          await sleep(5);
        }
      });
      await sleep(200);
      process.kill(await postmaster(), 'SIGKILL');
      await sleep(1_000);
      let status = 0;
      for (let attempt = 0; attempt < 150 && status !== 200; attempt += 1) {
        await sleep(200);
        ({ status } = await client.get('/v1/organization', key));
      }
      isLoading = false;
      await Promise.all(load);

      expect(status).to.equal(200);
      expect([...statuses].filter((one) => one !== 200 && one !== 503)).to.eql([]);
      expect(statuses).to.include(503);
      expect((await client.get('/health/ready')).status).to.equal(200);
    } finally {
      isLoading = false;
      const code = await service.stop();
      expect(code, service.output.stderr).to.equal(0);
    }
  });

  it('of a killed service is found, used and closed by the next', async () => {
    const killed = await serve(environment());
    killed.process.kill('SIGKILL');
    const pid = await postmaster();
    await sleep(200);
    expect(isAlive(pid)).to.equal(true);

    const next = await serve(environment());
    const client = await createClient(next.url);
    const organizations = await costplaneJson<{ name: string }[]>(['org', 'list'], environment());
    expect(organizations.map(({ name }) => name)).to.eql(['demo']);
    expect((await client.get('/health/ready')).status).to.equal(200);
    const used = await postmaster();
    expect(await next.stop()).to.equal(0);
    // Its lock file is gone a moment before its process is.
    for (let waited = 0; isAlive(used) && waited < 30_000; waited += 20) await sleep(20);
    expect(isAlive(used)).to.equal(false);
  });
});
