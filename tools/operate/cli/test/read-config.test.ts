import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type ReadConfigOptions } from '../src/service/read-config.ts';
import { StartupError } from '@costplane/plugin-api/internal';

describe('config', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'costplane-config-'));
  });
  after(() => rm(folder, { recursive: true }));

  const read = (options: Partial<ReadConfigOptions> = {}) =>
    readConfig({ environment: {}, folder, defaultPlugins: ['a', 'b'], ...options });

  const readText = async (text: string) => {
    const file = join(folder, 'given.yaml');
    await writeFile(file, text);
    return read({ file });
  };

  const listProblems = async (text: string) => {
    const failure = await readText(text).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(StartupError);
    return (failure as StartupError).message;
  };

  it('without a file has defaults and every default plugin', async () => {
    const { config, file } = await read();
    expect(file).to.equal(undefined);
    expect(config.server).to.include({ port: 8080, host: '127.0.0.1', drainSeconds: 0 });
    expect(config.management.port).to.equal(9464);
    expect(config.plugins).to.eql([{ package: 'a' }, { package: 'b' }]);
  });

  it('reads a file, resolves paths from its folder, and prefers the environment', async () => {
    const file = join(folder, 'costplane.config.yaml');
    await writeFile(file, 'server: { port: 9000 }\nplugins:\n  - package: x\n');
    const environment = {
      PORT: '9100',
      HOST: '0.0.0.0',
      LOG_LEVEL: 'debug',
      DATABASE_URL: 'postgres://db/x',
      REDIS_URL: '',
    };
    const loaded = await read({ environment });
    await rm(file);
    expect(loaded.file).to.equal(file);
    expect(loaded.baseFolder).to.equal(folder);
    expect(loaded.config.server).to.include({ port: 9100, host: '0.0.0.0' });
    expect(loaded.config.log.level).to.equal('debug');
    expect(loaded.databaseUrl).to.equal('postgres://db/x');
    expect(loaded.redisUrl).to.equal(undefined);
  });

  it('names the line of an unknown key', async () => {
    const message = await listProblems('plugins:\n  - package: x\nserver:\n  prot: 8080\n');
    expect(message).to.match(
      /given\.yaml:4:\d+: server unknown key "prot"; did you mean `port`\?$/,
    );
    expect(await listProblems('plugins:\n  - package: x\nserverr:\n  port: 1\n')).to.match(
      /given\.yaml:3:\d+: unknown key "serverr"; did you mean `server`\?$/,
    );
  });

  it('names the line of a wrong type and of a value out of range', async () => {
    const message = await listProblems(
      'server:\n  port: eighty\nmanagement:\n  port: 70000\nplugins:\n  - package: x\n',
    );
    expect(message).to.match(
      /given\.yaml:2:\d+: server\.port must be an integer \(got "eighty"\); correct it/,
    );
    expect(message).to.match(
      /given\.yaml:4:\d+: management\.port must be at most 65535 \(got 70000\); correct it/,
    );
  });

  it('names the line where the text is not YAML', async () => {
    expect(await listProblems('plugins:\n  - package: [x\n')).to.match(
      /given\.yaml:\d:\d+: is not YAML/,
    );
  });

  it('rejects an alias without an anchor, and an invalid URL', async () => {
    expect(await listProblems('plugins: *x\n')).to.match(
      /given\.yaml:1:10: is an alias; replace it by its value/,
    );
    expect(
      await listProblems('server: { publicUrl: http://h:99999 }\nplugins:\n  - package: x\n'),
    ).to.match(/publicUrl is not a URL/);
    for (const url of ['https://user:pw@a', 'https://a b', 'https://a?x', 'https://a/#x']) {
      const config = `server: { publicUrl: '${url}' }\nplugins:\n  - package: x\n`;
      expect(await listProblems(config), url).to.contain('without a user, a query or a fragment');
    }
  });

  it('refuses a file without plugins, an empty file and one that is a list', async () => {
    const fix = 'name the plugins under `plugins:`, each as `- package: ...`';
    expect(await listProblems('server: {}\n')).to.contain(`the file has no "plugins"; ${fix}`);
    expect(await listProblems('')).to.contain(`the file must be a mapping (got nothing); ${fix}`);
    expect(await listProblems('- x\n')).to.contain('the file must be a mapping (got a list); ');
    expect(await listProblems('plugins: []\n')).to.contain(
      'plugins must have at least 1 item (got a list); write each plugin as `- package: ...`',
    );
  });

  it('explains the syntax for a plugin given as text', async () => {
    expect(await listProblems("plugins:\n  - '@costplane/plugin-nodes'\n")).to.match(
      /given\.yaml:2:5: plugins\[0\] must be a mapping \(got "@costplane\/plugin-nodes"\); write `- package: \.\.\.`$/,
    );
    expect(await listProblems('plugins:\n  - name: x\n')).to.match(
      /plugins\[0\] has no "package"; write `- package: \.\.\.`/,
    );
  });

  it('rejects a missing file', async () => {
    const failure = await read({ file: 'absent.yaml' }).catch((error: unknown) => error as Error);
    expect((failure as Error).message).to.match(/absent\.yaml: the config file does not exist/);
  });

  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['MANAGEMENT_PORT', '-1'],
    ['RESPONSE_CHECK_EVERY', '0'],
    ['LOG_LEVEL', 'loud'],
  ] as const) {
    it(`refuses ${name}=${value}`, async () => {
      const failure = await read({ environment: { [name]: value } }).catch(
        (error: unknown) => error as Error,
      );
      expect((failure as Error).message).to.match(new RegExp(`^${name}: must be`));
    });
  }
});
