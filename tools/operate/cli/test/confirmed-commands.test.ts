import { openWarehouse } from '@costplane/warehouse';
import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { type Command } from 'commander';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createProgram } from '../src/program.ts';
import { begin, costplane, entry, inherited, makeFolder } from './costplane.ts';
import { book } from './price-file.ts';

const recommendation = '0d9c0000-0000-4000-8000-000000000001';

const config = `databases: { second: { urlVariable: SECOND } }
plugins: [{ package: '@costplane/plugin-health' }]
`;

/** Everything that rewrites or revokes, with what it would change. */
const commands: [command: string, args: string][] = [
  ['key revoke', 'KEY'],
  ['agent-token revoke', 'TOKEN'],
  ['org suspend', 'acme'],
  ['cluster retire', 'shop --org acme'],
  ['org move', 'acme --to second --delete-source'],
  ['price set', 'book.yaml --org acme --from 2026-03-01'],
  ['price set', 'book.yaml --org acme --from 2026-04-01'],
  ['price set', 'book.yaml --from 2026-03-01 --reprice'],
  ['price unset', '--org acme'],
  ['allocation apply', 'allocation.yaml --org acme'],
  ['recommendation dismiss', recommendation],
  ['prune', '--daily-years 10'],
  ['archive', '--before 2020-03 --to archive'],
];

describe('commands that rewrite or revoke, on a terminal', () => {
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  const ids = new Map<string, string>();

  before(async function () {
    [database, folder] = [await createTestDatabase(), await makeFolder()];
    if (!String(spawnSync('script', ['--version']).stdout).includes('util-linux')) {
      Object.assign(this.test ?? {}, { skipReason: 'needs `script` of util-linux' });
      this.skip();
    }
    await run('org create acme');
    await create('KEY', 'key create --org acme --scope all');
    await create('TOKEN', 'agent-token create --org acme --cluster-name shop');
    await query(`select prepare_ledger_months('2020-01-01', '2020-01-31')`);
    await query(`insert into cluster_days (organization_id, cluster_id, day, name, provider, service,
        region, environment, compute_pricing_sources, storage_pricing_sources, covered,
        is_compute_partial, is_storage_partial, seconds)
      select organization_id, id, '2020-01-15', name, '', '', '', '', '{}', '{}', '{}', false, false, 60
      from clusters`);
    await query(`insert into recommendations (organization_id, cluster_id, id, resource_type,
        resource_uid, resource_name, namespace, title, risk_level, status, estimated_savings_hourly)
      select organization_id, id, '${recommendation}', 'Deployment', gen_random_uuid(), 'web', 'shop',
        'Smaller requests', 'low', 'pending', 0.1 from clusters`);
    for (const [name, text] of [
      ['book.yaml', book('0.1')],
      ['allocation.yaml', 'departments: []\nteams: [{ name: atlas }]\nassignments: []\n'],
      ['costplane.config.yaml', config],
    ] as const) {
      await writeFile(join(folder.path, name), text);
    }
    await run('price set - --org acme --from 2026-04-01', { input: book('0.2') });
  });
  after(async () => {
    await database.drop();
    await folder.remove();
  });

  const run = async (line: string, options: { input?: string } = {}) => {
    const outcome = await costplane(line.split(' '), {
      env: { DATABASE_URL: database.url },
      ...options,
    });
    expect(outcome.code, outcome.stderr).to.equal(0);
    return outcome;
  };
  const create = async (name: string, line: string) => {
    ids.set(name, ((await run(`${line} --json`)).json() as { id: string }).id);
  };
  const query = async (text: string) => {
    const db = openWarehouse(database.url, 'owner');
    const { rows } = await sql.raw<{ state: string }>(text).execute(db);
    await db.destroy();
    return rows;
  };
  /** All rows of all tables. */
  const readState = async () => {
    const tables = await query(`
      select relname || query_to_xml(format('select t::text from %I as t order by 1', relname),
        true, true, '')::text as state
      from pg_class where relnamespace = 'costplane'::regnamespace and relkind = 'r' order by 1`);
    expect(tables.length).to.be.greaterThan(10);
    return tables;
  };

  for (const [command, args] of commands) {
    it(`change nothing without a yes: ${command} ${args}`, async () => {
      const before = await readState();
      const named = args.replace(/^[A-Z]+$/, (name) => ids.get(name) ?? '');
      const { code, stdout } = await costplane([...command.split(' '), ...named.split(' ')], {
        env: { DATABASE_URL: database.url, SECOND: 'postgres://127.0.0.1:1/none' },
        folder: folder.path,
        input: 'n\n',
        onTerminal: true,
      });
      expect(stdout).to.match(/\. Continue\? \[y\/N\] [^]*costplane: Nothing was changed\r\n$/);
      expect(code).to.equal(1);
      expect(await readState()).to.eql(before);
    });
  }

  it('allocation apply asks only if the file changes something', async () => {
    await writeFile(
      join(folder.path, 'same.yaml'),
      'departments: []\nteams: []\nassignments: []\n',
    );
    const { code, stdout } = await costplane(
      ['allocation', 'apply', 'same.yaml', '--org', 'acme'],
      {
        env: { DATABASE_URL: database.url, SECOND: 'postgres://127.0.0.1:1/none' },
        folder: folder.path,
        input: 'n\n',
        onTerminal: true,
      },
    );
    expect(stdout).to.match(/0 added, 0 changed, 0 removed, 0 unchanged\r\n$/);
    expect(stdout).not.to.include('Continue?');
    expect(code).to.equal(0);
  });

  for (const [command, name] of [
    ['key revoke', 'KEY'],
    ['agent-token revoke', 'TOKEN'],
  ] as const) {
    it(`need --yes if they read standard input: ${command} -`, async () => {
      const before = await readState();
      const { code, stdout } = await costplane([...command.split(' '), '-'], {
        env: { DATABASE_URL: database.url },
        input: `${ids.get(name)!}\n`,
        onTerminal: true,
      });
      expect(stdout).to.match(/costplane: Nothing was changed: [^\n]+; add --yes\r\n$/);
      expect(code).to.equal(1);
      expect(await readState()).to.eql(before);
    });
  }

  for (const line of ['prune --daily-years 10', 'org move acme --to second --delete-source']) {
    it(`end at Ctrl-C when they ask: ${line}`, async () => {
      const command = `exec ${process.execPath} ${entry} ${line}`;
      const before = await readState();
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        cwd: folder.path,
        env: { ...inherited, DATABASE_URL: database.url, SECOND: 'postgres://127.0.0.1:1/none' },
      });
      const ended = once(child, 'exit');
      let shown = '';
      for await (const chunk of child.stdout) {
        shown += String(chunk);
        if (shown.endsWith('[y/N] ')) child.stdin.write('\u0003');
      }
      expect(shown).to.match(/\[y\/N\] [^]*costplane: Nothing was changed\r\n$/);
      expect(await ended).to.eql([1, null]);
      expect(await readState()).to.eql(before);
    });
  }

  it('org move --delete-source deletes nothing if it is stopped before', async () => {
    const second = await createTestDatabase();
    try {
      const line = 'org move acme --to default --delete-source --yes';
      const { child, outcome } = begin(line.split(' '), {
        env: { DATABASE_URL: database.url, SECOND: second.url },
        folder: folder.path,
      });
      child.stderr?.once('data', () => child.kill('SIGINT'));
      const { code, stderr } = await outcome;
      expect(stderr).to.match(/^Waiting 15 s [^\n]+\ncostplane: Stopped; what was done stays, /);
      expect(code).to.equal(1);
    } finally {
      await second.drop();
    }
  });

  it('are exactly those with --yes', () => {
    const listNames = (command: Command): string[] =>
      command.commands.flatMap((inner) => [
        ...(inner.options.some(({ long }) => long === '--yes') ? [inner.name()] : []),
        ...listNames(inner).map((name) => `${inner.name()} ${name}`),
      ]);
    expect(listNames(createProgram())).to.have.members([
      ...new Set(commands.map(([command]) => command)),
    ]);
  });
});
