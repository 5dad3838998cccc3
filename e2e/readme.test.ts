import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanEnvironment, costplane, serve, type Service } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { type Block, parseBlocks } from './support/docs/blocks.ts';
import { findCommandLines, mistakeIn } from './support/docs/command-lines.ts';
import { compile, type Program, runProgram, writePrograms } from './support/docs/programs.ts';
import { requireExcerpt, requireText } from './support/docs/excerpt.ts';
import { openShell, type Shell } from './support/docs/shell.ts';
import { temporaryFolder } from './support/folder.ts';
import { repository } from './support/paths.ts';
import { skip } from './support/skip.ts';

interface Example {
  readonly url: string;
  readonly needsKey: boolean;
  /** Sent as a POST. */
  readonly body: string | undefined;
  readonly printed: string;
  readonly format: string;
}

/** The requests of a page, each with the answer that it shows. */
function findExamples(readme: string): Example[] {
  const blocks = readme.matchAll(/```sh\n([^`]*?curl -s[^`]*?)```\s+```(json|csv)\n([\s\S]*?)```/g);
  return [...blocks].map(([, commands = '', format = '', printed = '']) => ({
    url: /(http:[^\s"]+)/.exec(commands)?.[1] ?? '',
    needsKey: commands.includes('Bearer $KEY'),
    body: /-d '([^']+)'/.exec(commands)?.[1],
    printed,
    format,
  }));
}

/**
 * The answer with each value that differs from run to run replaced by its kind, so that a whole
 * answer can be compared.
 */
function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeShape);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, describeShape(inner)]),
    );
  }
  if (typeof value === 'number') return 'a number';
  if (typeof value !== 'string') return value;
  const kind = Object.entries(varyingKinds).find(([, pattern]) => pattern.test(value));
  return kind?.[0] ?? value;
}

const varyingKinds = {
  'an amount': /^\d+\.\d{4}$/,
  'a uuid': /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  'a request id': /^req_\w{26}$/,
  'an instant': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
};

/** Requires the header and, for each row shown, a row of the same shape. */
function requireRows(answer: string, shown: string): void {
  const rows = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((row) => row.replaceAll(/\d+/g, '0').replaceAll(/^[a-z-]+,/g, 'name,'));
  const expected = rows(shown);
  expect(rows(answer).slice(0, expected.length)).to.eql(expected);
}

/** Whether the program that the guide installs is there. */
const canGeneratePython = () => spawnSync('openapi-python-client', ['--version']).status === 0;

/** The heading, and the kinds of cells in each row. */
function describeTable(text: string): string[] {
  const [heading = '', ...rows] = text.trim().split('\n');
  const describeRow = (row: string) =>
    row.replace(/^[a-z-]+/, 'name').replaceAll(/-?\d+\.\d+/g, 'number');
  return [heading, ...rows.map(describeRow)].map((line) => line.replaceAll(/ +/g, ' '));
}

const shownUrl = 'http://127.0.0.1:8080';

describe('the examples of the README and the tour of the API', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let database: Database;
  let service: Service;

  before(async () => {
    folder = await temporaryFolder();
    database = await createDatabase();
    const home = join(folder.path, 'home');
    service = await serve({ DATABASE_URL: database.url, COSTPLANE_HOME: home }, ['start']);
  });
  after(async () => {
    await service.stop();
    await database.drop();
    await folder.remove();
  });

  async function ask({ url, needsKey, body }: Example): Promise<Response> {
    const key = (await readFile(join(folder.path, 'home/demo-key'), 'utf8')).trim();
    return fetch(url.replace(shownUrl, service.url), {
      headers: {
        ...(needsKey ? { Authorization: `Bearer ${key}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
  }
  const readExamples = async (file: string) =>
    findExamples(await readFile(join(repository, file), 'utf8'));

  it('the README shows whole answers', async () => {
    const examples = await readExamples('README.md');
    expect(examples).to.have.length(2);
    for (const example of examples) {
      const response = await ask(example);
      if (example.format === 'csv') requireRows(await response.text(), example.printed);
      else {
        const shown = JSON.parse(example.printed) as unknown;
        expect(describeShape(await response.json()), example.url).to.eql(describeShape(shown));
      }
    }
  });

  it('the README shows the first rows of a table', async () => {
    const readme = await readFile(join(repository, 'README.md'), 'utf8');
    const [, command = '', shown = ''] =
      /```sh\nnpx (costplane .+)\n```\s+```text\n([^`]+)```/.exec(readme) ?? [];
    const { stdout } = await costplane(command.split(' ').slice(1), {
      COSTPLANE_HOME: join(folder.path, 'home'),
      COSTPLANE_URL: service.url,
    });
    const expected = describeTable(shown);
    expect(expected).to.have.length(4);
    expect(describeTable(stdout).slice(0, 4)).to.eql(expected);
  });

  it('the tour shows excerpts of the answers', async () => {
    const examples = await readExamples('docs/tour.md');
    expect(examples).to.have.length(8);
    for (const example of examples) {
      const response = await ask(example);
      if (example.format === 'csv') requireText(await response.text(), example.printed);
      else requireExcerpt(await response.json(), JSON.parse(example.printed), example.url);
    }
  });

  describe('of the client', () => {
    let programs: Program[];
    before(async () => {
      const readme = await readFile(join(repository, 'tools/client/README.md'), 'utf8');
      programs = await writePrograms(folder.path, readme.replaceAll(shownUrl, service.url));
    });

    it('compile', async () => {
      expect(programs).to.have.length(5);
      expect(await compile(programs)).to.equal('');
    });

    it('print what the README shows', async () => {
      const KEY = (await readFile(join(folder.path, 'home/demo-key'), 'utf8')).trim();
      for (const program of programs) {
        requireText(await runProgram(program, { KEY }), program.printed);
      }
    });
  });

  describe('of the guide to the API', () => {
    let blocks: Block[];
    let shell: Shell;
    before(async () => {
      const guide = await readFile(join(repository, 'docs/guides/use-the-api.md'), 'utf8');
      const text = guide.replaceAll(shownUrl, service.url).replaceAll('.costplane/', 'home/');
      blocks = parseBlocks(text);
      shell = openShell(folder.path, { ...cleanEnvironment(), NODE_OPTIONS: '' });
      await shell.run(blocks[0]!.text);
    });
    after(() => shell.close());

    const isPython = ({ language, text }: Block) =>
      language === 'python' || text.startsWith('openapi-python-client');
    const interpreters: Partial<Record<string, [string, string]>> = {
      sh: ['sh', '.'],
      ts: ['mts', process.execPath],
      python: ['py', 'python3'],
    };
    async function runBlocks(isIncluded: (block: Block) => boolean): Promise<void> {
      for (const [index, block] of blocks.entries()) {
        const [extension, interpreter] = interpreters[block.language] ?? [];
        if (extension === undefined || !isIncluded(block)) continue;
        const file = `guide-${index}.${extension}`;
        await writeFile(join(folder.path, file), block.text);
        const printed = await shell.run(`${interpreter} ./${file}`);
        const result = blocks[index + 1];
        if (result?.language === 'json') {
          requireExcerpt(JSON.parse(printed), JSON.parse(result.text), block.text);
        } else if (['text', 'csv'].includes(result?.language ?? '')) {
          requireText(printed, result!.text);
        }
      }
    }

    it('works as described on the command line, with curl and in TypeScript', () =>
      runBlocks((block) => !isPython(block))).timeout(60_000);

    it('works as described in Python', async function () {
      if (!canGeneratePython()) skip(this, 'openapi-python-client is not installed');
      await runBlocks(isPython);
    });

    it('names only existing commands and options', async () => {
      const guide = await readFile(join(repository, 'docs/guides/use-the-api.md'), 'utf8');
      const mistakes = await Promise.all(findCommandLines(guide).map(mistakeIn));
      expect(mistakes.filter((mistake) => mistake !== undefined)).to.eql([]);
    });
  });
});
