import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const command = join(import.meta.dirname, '../bin/costplane.js');
const printImports = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context); } });
`)}`;

/** What the built command imports, as paths of files and names of built-in modules. */
async function listImports(...args: readonly string[]): Promise<string[]> {
  const run = promisify(execFile)(process.execPath, ['--import', printImports, command, ...args], {
    env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' },
  });
  const { stderr } = await run.catch((error: unknown) => error as { stderr: string });
  return stderr.trim().split('\n');
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

  it('ingest imports Kysely, TypeBox and YAML as a few files, whichever package imports them', async () => {
    const imports = await listImports('ingest', '-', '--org', 'acme', '--cluster-name', 'south');
    const bundled = imports.filter(isOfPackage('cli/dist/bundles'));
    for (const name of ['kysely', 'typebox', 'yaml']) {
      expect(
        bundled.filter((url) => url.endsWith(`/${name}.js`)),
        name,
      ).to.have.length(1);
      expect(imports.filter(isOfPackage(`node_modules/${name}`)), name).to.be.empty;
    }
  });
});
