import { createTestDatabase, type TestDatabase } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourlyCommands, runHourly } from '../src/receiver/hourly.ts';
import { costplane } from './costplane.ts';

const program = [join(import.meta.dirname, '../bin/costplane.js')];

describe('the hourly commands of the receiver', () => {
  let database: TestDatabase;
  let given: string | undefined;
  before(async () => {
    database = await createTestDatabase();
    given = process.env.DATABASE_URL;
    process.env.DATABASE_URL = database.url;
  });
  after(async () => {
    if (given === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = given;
    await database.drop();
  });

  const createLog = () => {
    const lines: { message: string; command?: string; said?: string }[] = [];
    const note = (fields: object, message: string) => void lines.push({ ...fields, message });
    return { lines, log: { info: note, error: note } };
  };

  it('are existing commands', async () => {
    expect(hourlyCommands.length).to.be.greaterThan(0);
    for (const command of hourlyCommands) {
      const { code, stderr } = await costplane([...command], {
        env: { DATABASE_URL: database.url },
      });
      expect(code, stderr).to.equal(0);
    }
  });

  it('run one after the other repeatedly, also after a failure', async () => {
    const { lines, log } = createLog();
    const hourly = runHourly(
      [
        ['org', 'frobnicate'],
        ['migrate', '--status'],
      ],
      {
        log,
        everyMs: 200,
        program,
      },
    );
    while (lines.length < 4) await sleep(20);
    await hourly.stop();
    const said = lines.map(({ message, command }) => `${message}: ${command ?? ''}`);
    const round = ['hourly command failed: org frobnicate', 'hourly command ran: migrate --status'];
    expect(said.slice(0, 4)).to.eql([...round, ...round]);
    expect(lines[0]!.said).to.include("unknown command 'frobnicate'");
  });

  it('continue after a command that cannot be started', async () => {
    const { lines, log } = createLog();
    const { execPath } = process;
    const hourly = runHourly([['no\0program'], ['migrate', '--status']], {
      log,
      everyMs: 200,
      program,
    });
    process.execPath = '/nowhere/node';
    try {
      while (lines.length < 2) await sleep(20);
    } finally {
      process.execPath = execPath;
    }
    while (lines.length < 4) await sleep(20);
    await hourly.stop();
    expect(lines.map(({ message }) => message).slice(0, 3)).to.eql(
      Array(3).fill('hourly command failed'),
    );
    expect(lines[0]!.said).to.include('ERR_INVALID_ARG_VALUE');
    expect(lines[1]!.said).to.include('ENOENT');
    expect(lines[3]!.message).to.equal('hourly command ran');
  });

  it('are stopped with the receiver', async () => {
    const { lines, log } = createLog();
    const forever = [
      '-e',
      "process.on('SIGTERM', () => process.exit(1)); setInterval(() => {}, 1e3)",
    ];
    const hourly = runHourly([[]], { log, everyMs: 50, program: forever });
    await sleep(400);
    await hourly.stop();
    expect(lines).to.eql([]);
  });
});
