import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './costplane.ts';

const command = join(import.meta.dirname, '../bin/costplane.js');
const logImports = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  const log = (url) => appendFileSync(process.env.IMPORT_LOG, url + '\\n');
  registerHooks({ load: (url, context, next) => { log(url); return next(url, context); } });
`)}`;

/** What the built command and its workers import, as URLs of files and names of built-in modules. */
async function listImports(...args: readonly string[]): Promise<string[]> {
  const folder = await makeFolder();
  const log = join(folder.path, 'imports');
  const run = promisify(execFile)(process.execPath, ['--import', logImports, command, ...args], {
    env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', IMPORT_LOG: log },
  });
  await run.catch(() => undefined);
  const imports = (await readFile(log, 'utf8')).trim().split('\n');
  await folder.remove();
  return [...new Set(imports)];
}

const isOfPackage = (name: string) => (url: string) => url.includes(`/${name}/`);

describe('costplane, loading', () => {
  it('--version imports only the CLI', async () => {
    const imports = await listImports('--version');
    expect(imports.filter(isOfPackage('operate/cli/dist'))).to.not.be.empty;
    for (const name of [
      'kernel/host',
      'data-plane/warehouse',
      'data-plane/ingest',
      'tools/client',
      'typebox',
      'kysely',
    ]) {
      expect(imports.filter(isOfPackage(name)), name).to.be.empty;
    }
  });

  it('org list imports neither the service nor ingest', async () => {
    const imports = await listImports('org', 'list', '--json');
    expect(imports.filter(isOfPackage('data-plane/warehouse'))).to.not.be.empty;
    for (const name of [
      'plugins',
      'data-plane/ingest',
      'data-plane/engine',
      'express',
      'typebox',
      'yaml',
    ]) {
      expect(imports.filter(isOfPackage(name)), name).to.be.empty;
    }
  });

  it('get imports the client, and neither the service nor the database', async () => {
    const imports = await listImports(
      'get',
      'teams',
      '--url',
      'http://127.0.0.1:1',
      '--key',
      'none',
    );
    expect(imports.filter(isOfPackage('tools/client/dist'))).to.not.be.empty;
    const others = ['kernel', 'plugins', 'data-plane', 'typebox', 'kysely', 'yaml'];
    for (const name of others) {
      expect(imports.filter(isOfPackage(name)), name).to.be.empty;
    }
  });

  it('key create imports the plugins, but not the HTTP host', async () => {
    const imports = await listImports('key', 'create', '--org', 'acme', '--scope', 'all');
    expect(imports.filter(isOfPackage('plugins/clusters/dist'))).to.not.be.empty;
    for (const name of ['express', 'pino', 'prom-client', 'tsyringe', 'data-plane/ingest']) {
      expect(imports.filter(isOfPackage(name)), name).to.be.empty;
    }
  });

  it('agent-token create imports neither the service nor its plugins', async () => {
    const create = ['agent-token', 'create', '--org', 'acme', '--cluster-name', 'south'];
    const imports = await listImports(...create);
    expect(imports.filter(isOfPackage('data-plane/ingest'))).to.not.be.empty;
    for (const name of ['express', 'ajv', 'pino', 'plugins']) {
      expect(imports.filter(isOfPackage(name)), name).to.be.empty;
    }
  });

  const expectBundles = (imports: readonly string[]) => {
    const bundled = imports.filter(isOfPackage('cli/dist/bundles'));
    for (const name of ['kysely', 'typebox', 'yaml']) {
      expect(
        bundled.filter((url) => url.endsWith(`/${name}.js`)),
        name,
      ).to.have.length(1);
      expect(imports.filter(isOfPackage(`node_modules/${name}`)), name).to.be.empty;
    }
  };

  it('ingest imports Kysely, TypeBox and YAML as a few files, whichever package imports them', async () => {
    expectBundles(await listImports('ingest', '-', '--org', 'acme', '--cluster-name', 'south'));
  });

  it('ingest --listen imports them as a few files in its workers too', async () => {
    // Its workers are ready before it finds out that this address is not one of this machine.
    const imports = await listImports('ingest', '--listen', '0', '--management', '192.0.2.1:0');
    expect(imports.filter(isOfPackage('receiver/worker'))).to.not.be.empty;
    expectBundles(imports);
  });
});
