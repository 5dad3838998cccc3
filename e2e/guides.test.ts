import { expect } from 'chai';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { cleanEnvironment, costplaneJson, freePort } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { type Block, parseBlocks } from './support/docs/blocks.ts';
import { findCommandLines, mistakeIn } from './support/docs/command-lines.ts';
import { requireExcerpt, requireText } from './support/docs/excerpt.ts';
import { brokenLinks } from './support/docs/links.ts';
import { checkedProxies, refusalBy } from './support/docs/proxy-settings.ts';
import { refusalByNginx } from './support/docs/nginx-settings.ts';
import { openShell, type Shell } from './support/docs/shell.ts';
import { nginxPath } from './support/focus/nginx.ts';
import { temporaryFolder } from './support/folder.ts';
import { costplaneCommand, repository } from './support/paths.ts';
import { skip } from './support/skip.ts';

/**
 * Blocks in `sh` are run one after another in one shell; a block in `json`, `csv` or `text` after
 * one is what it prints. What cannot be run here is in `console`. In place of the addresses that
 * guides show, there are a database, a Redis and ports of the test's own.
 */
const guides = [
  { name: 'run-it.md', begins: 'empty' },
  { name: 'connect-an-agent.md', begins: 'organization' },
  { name: 'mint-keys.md', begins: 'organization' },
  { name: 'ship-an-edition.md', begins: 'organization' },
  { name: 'scale-out.md', begins: 'organization' },
  { name: 'upgrade.md', begins: 'organization' },
] as const;

const folderOfGuides = join(repository, 'docs/guides');
const shownDatabase = 'postgresql://costplane_admin:secret@127.0.0.1:5432/costplane';
const shownRedis = 'redis://127.0.0.1:6379';
const shownPorts = ['8080', '8081', '8082', '9464', '9465', '9466'];
const results = ['json', 'csv', 'text'];

const read = (name: string) => readFile(join(folderOfGuides, name), 'utf8');

for (const { name, begins } of guides) {
  describe(`the guide ${name}`, () => {
    const cleanUp: (() => Promise<unknown>)[] = [];
    let blocks: Block[];
    let shell: Shell;

    before(async function () {
      const text = await read(name);
      if (text.includes(shownRedis) && process.env.COSTPLANE_TEST_REDIS_URL === undefined) {
        skip(this, 'COSTPLANE_TEST_REDIS_URL is unset');
      }
      const folder = await temporaryFolder();
      cleanUp.push(() => folder.remove());
      const database = await createDatabase({ migrated: begins !== 'empty' });
      cleanUp.push(() => database.drop());
      if (begins === 'organization') {
        await costplaneJson(['org', 'create', 'acme'], { DATABASE_URL: database.url });
      }
      const places = await makePlaces(database);
      blocks = parseBlocks(text).map((block) => ({ ...block, text: places.replace(block.text) }));
      const path = await installInto(folder.path);
      shell = openShell(folder.path, {
        ...cleanEnvironment(),
        ...places.environment,
        ...(begins === 'empty' ? {} : { DATABASE_URL: database.url }),
        PATH: path,
      });
      cleanUp.push(() => shell.close());
    });
    after(async () => {
      for (const step of cleanUp.reverse()) await step();
    });

    it('works as described', async () => {
      for (const [index, block] of blocks.entries()) {
        if (block.language !== 'sh') continue;
        const printed = await shell.run(block.text);
        const result = blocks[index + 1];
        if (result === undefined || !results.includes(result.language)) continue;
        const place = `${name}:${result.line}`;
        if (result.language === 'json') {
          requireExcerpt(JSON.parse(printed), JSON.parse(result.text), place);
        } else {
          requireText(printed, result.text);
        }
      }
    }).timeout(240_000);

    it('names only existing commands and options', async () => {
      const mistakes = await Promise.all(findCommandLines(await read(name)).map(mistakeIn));
      expect(mistakes.filter((mistake) => mistake !== undefined)).to.deep.equal([]);
    });
  });
}

describe('the guides', () => {
  it('are all tested', async () => {
    const elsewhere = ['write-a-plugin.md', 'use-the-api.md', 'look-at-costs.md'];
    const written = (await readdir(folderOfGuides)).filter((file) => !elsewhere.includes(file));
    expect(written.sort()).to.deep.equal(guides.map(({ name }) => name).sort());
  });

  it('show settings that nginx accepts', async function () {
    if (nginxPath === undefined) skip(this, 'nginx is not installed');
    const texts = await Promise.all(guides.map(({ name }) => read(name)));
    const settings = texts.flatMap(parseBlocks).filter(({ language }) => language === 'nginx');
    expect(settings).to.have.length(1);
    for (const { text } of settings) expect(await refusalByNginx(text)).to.equal(undefined);
  });

  for (const proxy of checkedProxies) {
    it(`show settings that ${proxy.language} accepts`, async function () {
      if (proxy.path === undefined) skip(this, `${proxy.language} is not installed`);
      const texts = await Promise.all(guides.map(({ name }) => read(name)));
      const settings = texts
        .flatMap(parseBlocks)
        .filter(({ language }) => language === proxy.language);
      expect(settings).to.have.length(1);
      for (const { text } of settings) expect(await refusalBy(proxy, text)).to.equal(undefined);
    });
  }

  it('have valid links, like the reference and the README', async () => {
    const docs = join(repository, 'docs');
    const pages = (await readdir(docs, { recursive: true })).filter((file) => file.endsWith('.md'));
    const files = [...pages, '../README.md', '../CONTRIBUTING.md', '../SECURITY.md'];
    const broken = await Promise.all(
      files.map(async (file) =>
        (await brokenLinks(join(docs, file))).map((to) => `${file}: ${to}`),
      ),
    );
    expect(broken.flat()).to.deep.equal([]);
  });
});

/** What stands in a test for the addresses that a guide shows. */
async function makePlaces(database: Database) {
  const ports = new Map<string, string>();
  for (const shown of shownPorts) ports.set(shown, String(await freePort()));
  return {
    environment: { PORT: ports.get('8080'), MANAGEMENT_PORT: ports.get('9464') },
    replace: (text: string) =>
      text
        .replaceAll(shownDatabase, () => database.url)
        .replaceAll(shownRedis, () => process.env.COSTPLANE_TEST_REDIS_URL ?? shownRedis)
        .replaceAll(/\b(?:80|94)\d\d\b/g, (port) => ports.get(port) ?? port),
  };
}

/** Installs what is built into a folder, as npm would, and answers the `PATH` on which it is found. */
async function installInto(folder: string): Promise<string> {
  const commands = join(folder, 'node_modules/.bin');
  await mkdir(commands, { recursive: true });
  await symlink(costplaneCommand, join(commands, 'costplane'));
  const sdk = join(repository, 'node_modules/@opentelemetry');
  await symlink(sdk, join(folder, 'node_modules/@opentelemetry'));
  return [commands, dirname(process.execPath), process.env.PATH].join(delimiter);
}
