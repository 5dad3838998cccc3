import { expect } from 'chai';
import { spawn } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { leaseName } from '../../src/embedded/lease.ts';
import { acquireEmbeddedDatabase, type EmbeddedDatabase } from '../../src/index.ts';
import { catchFailure } from '../catch-failure.ts';
import { holdInOtherProcess } from './holding.ts';

describe('acquireEmbeddedDatabase', function () {
  let parent: string;
  let home: string;
  const held: EmbeddedDatabase[] = [];

  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'costplane-embedded-'));
    await chmod(parent, 0o755);
    home = join(parent, 'home');
  });
  afterEach(async () => {
    for (const database of held.splice(0)) await database.release();
  });
  after(() => rm(parent, { recursive: true }));

  const acquire = async () => {
    const database = await acquireEmbeddedDatabase({ home });
    held.push(database);
    return database;
  };

  it('makes a database, with a password that only its owner can read', async () => {
    const { url } = await acquire();
    expect(await ask(url, 'current_user')).to.equal('costplane');
    expect(await ask(url, 'current_database()')).to.equal('costplane');
    expect(await ask(url, `current_setting('fsync')`)).to.equal('on');
    expect(
      await ask(url, `(select datlocale from pg_database where datname = 'costplane')`),
    ).to.equal('C.UTF-8');
    expect((await stat(join(home, 'postgres.password'))).mode & 0o777).to.equal(0o600);
    expect((await stat(home)).mode & 0o066).to.equal(0);
    const wrong = new URL(url);
    wrong.password = 'guess';
    expect(await ask(wrong.href, '1').catch((error: unknown) => String(error))).to.match(
      /password authentication failed/,
    );
  });

  it('keeps data across restarts', async () => {
    const first = await acquire();
    await execute(first.url, 'create table kept as select 42 as answer');
    await first.release();
    for (let round = 0; round < 3; round++) {
      const again = await acquire();
      expect(await ask(again.url, 'answer from kept')).to.equal(42);
      await again.release();
    }
  });

  it('is shared with another process, and stops with the last', async () => {
    const ours = await acquire();
    const other = await holdInOtherProcess(home);
    expect(other.url).to.equal(ours.url);
    await ours.release();
    expect(await ask(other.url, '1')).to.equal(1);
    await other.release();
    expect(await isDown(ours.url)).to.equal(true);
    expect(await readdir(join(home, 'postgres'))).not.to.include('postmaster.pid');
  });

  it('is created once by concurrent processes in an empty home', async () => {
    const fresh = join(parent, 'fresh');
    const holdings = await Promise.all([1, 2, 3].map(() => holdInOtherProcess(fresh)));
    expect(new Set(holdings.map(({ url }) => url)).size).to.equal(1);
    await Promise.all(holdings.map((holding) => holding.release()));
    expect(await isDown(holdings[0]!.url)).to.equal(true);
    // In a checkout that PostgreSQL's user cannot enter, the home says where its data lies.
    const left = (await readdir(fresh)).filter((name) => name !== 'postgres.place');
    expect(left.filter((name) => name !== 'postgres').sort()).to.deep.equal([
      'postgres.log',
      'postgres.password',
    ]);
  });

  it('survives processes that start and stop concurrently', async () => {
    const rounds = async () => {
      for (let round = 0; round < 8; round++) {
        const database = await acquireEmbeddedDatabase({ home });
        expect(await ask(database.url, '1')).to.equal(1);
        await database.release();
      }
    };
    await Promise.all([rounds(), rounds(), rounds()]);
  });

  it('is found running after the process that started it was killed', async () => {
    const other = await holdInOtherProcess(home);
    await execute(other.url, `create table after_kill as select 'kept' as answer`);
    await other.kill();
    const ours = await acquire();
    expect(ours.url).to.equal(other.url);
    expect(await ask(ours.url, 'answer from after_kill')).to.equal('kept');
    // The server notices a moment later that the other process is gone.
    const leases = `count(*)::int from pg_stat_activity where application_name = '${leaseName}'`;
    while ((await ask(ours.url, leases)) !== 1) await delay(20);
    await ours.release();
    expect(await isDown(ours.url)).to.equal(true);
  });

  it('recovers after the server was killed too', async () => {
    const other = await holdInOtherProcess(home);
    await execute(other.url, `create table after_crash as select 'kept' as answer`);
    await other.kill();
    process.kill(await postmasterPid(home), 'SIGKILL');
    const ours = await acquire();
    expect(await ask(ours.url, 'answer from after_crash')).to.equal('kept');
  });

  it('starts although a killed server left the id of a process that is now another', async () => {
    const data = join(home, 'postgres');
    const { uid, gid } = await stat(data);
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
    const lock = `${stranger.pid}\n${data}\n1700000000\n1\n\n127.0.0.1\n1 1\nready   \n`;
    await writeFile(join(data, 'postmaster.pid'), lock);
    try {
      expect(await ask((await acquire()).url, '1')).to.equal(1);
    } finally {
      stranger.kill();
    }
  });

  it('is restarted on its port if the server dies while it is in use', async () => {
    const { url } = await acquire();
    process.kill(await postmasterPid(home), 'SIGKILL');
    let answer: unknown;
    for (let attempt = 0; attempt < 200 && answer !== 1; attempt++) {
      await delay(50);
      answer = await ask(url, '1').catch(() => undefined);
    }
    expect(answer).to.equal(1);
  });

  it('lets a process end that forgets to release it', async () => {
    const program = join(parent, 'forgetful.ts');
    const source = join(import.meta.dirname, '../../src/embedded/acquire.ts');
    await writeFile(
      program,
      `import { acquireEmbeddedDatabase } from ${JSON.stringify(source)};
      process.stdout.write((await acquireEmbeddedDatabase({ home: process.argv[2] })).url);`,
    );
    const forgetful = await holdInOtherProcess(home, program);
    await forgetful.release();
    await acquire();
  });

  it('rotates a large log', async () => {
    const log = join(home, 'postgres.log');
    await writeFile(log, 'x'.repeat(1_100_000));
    await acquire();
    expect((await stat(log)).size).to.be.below(10_000);
    // A server that is still ending may have added a last line.
    expect((await stat(`${log}.1`)).size).to.be.within(1_100_000, 1_110_000);
  });

  it('explains why the server does not start, with the path of its log', async () => {
    const settings = join(home, 'postgres', 'postgresql.auto.conf');
    const before = await readFile(settings);
    await writeFile(settings, 'work_mem = -5\n');
    const failure = await catchFailure(acquire());
    await writeFile(settings, before);
    expect(failure).to.match(
      /^The embedded PostgreSQL did not start: .*postgresql\.auto\.conf" contains errors/,
    );
    expect(failure).to.include(`(log: ${join(home, 'postgres.log')})`);
  });

  it('refuses a data directory of another version', async () => {
    const version = join(home, 'postgres', 'PG_VERSION');
    const before = await readFile(version);
    await writeFile(version, '14\n');
    const failure = await catchFailure(acquire());
    await writeFile(version, before);
    expect(failure).to.match(/was made by PostgreSQL 14, another version/);
  });

  it('refuses a home that is a file', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    expect(await catchFailure(acquireEmbeddedDatabase({ home: file }))).to.equal(
      `${file} is not a directory; remove it or set COSTPLANE_HOME to another directory`,
    );
  });

  for (const [name, message] of [
    ['postgres.password', 'The password file $ is empty; delete it and start again'],
    [
      'postgres.place',
      '$ names the database directory "", which does not exist; restore it, or delete $ to start with an empty database',
    ],
  ] as const) {
    it(`refuses an empty ${name}`, async function () {
      if (name === 'postgres.place' && process.getuid?.() !== 0) {
        Object.assign(this.test!, { skipReason: 'only root reads it' });
        this.skip();
      }
      const other = join(parent, name);
      await mkdir(other, { mode: 0o711 });
      await writeFile(join(other, name), '');
      expect(await catchFailure(acquireEmbeddedDatabase({ home: other }))).to.equal(
        message.replaceAll('$', join(other, name)),
      );
    });
  }

  it('refuses a data directory that holds something else', async () => {
    const other = join(parent, 'other');
    await mkdir(join(other, 'postgres', 'photos'), { recursive: true });
    await chmod(other, 0o711);
    if (process.getuid?.() === 0) await chown(join(other, 'postgres'), 65534, 65534);
    expect(await catchFailure(acquireEmbeddedDatabase({ home: other }))).to.equal(
      `${join(other, 'postgres')} holds something that is not a PostgreSQL database; move it away`,
    );
  });

  it('refuses a home that it cannot write to', async function () {
    if (process.getuid?.() === 0) {
      Object.assign(this.test!, { skipReason: 'root can write to any folder' });
      this.skip();
    }
    const locked = join(parent, 'locked');
    await mkdir(locked, { mode: 0o500 });
    expect(await catchFailure(acquireEmbeddedDatabase({ home: join(locked, 'home') }))).to.match(
      /^Cannot write to .*; make it writable or set COSTPLANE_HOME/,
    );
  });
});

async function execute(url: string, statement: string) {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(statement);
  } finally {
    await client.end();
  }
}

async function ask(url: string, expression: string): Promise<unknown> {
  const { rows } = await execute(url, `select ${expression}`);
  return Object.values(rows[0] ?? {})[0];
}

async function isDown(url: string): Promise<boolean> {
  return execute(url, 'select 1').then(
    () => false,
    (error: unknown) => String(error).includes('ECONNREFUSED'),
  );
}

async function postmasterPid(home: string): Promise<number> {
  return Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
