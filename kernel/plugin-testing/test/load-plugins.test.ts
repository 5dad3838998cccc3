import { expect } from 'chai';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartupError } from '@costplane/plugin-api/internal';
import { loadPlugins, type PluginReference, collectScopes } from '@costplane/kernel';
import { bootTestApplication } from '../src/test-application.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

async function listProblems(...references: (string | PluginReference)[]): Promise<string[]> {
  const named = references.map((reference) =>
    typeof reference === 'string' ? { package: reference } : reference,
  );
  try {
    await loadPlugins(named, fixtures);
  } catch (error) {
    if (error instanceof StartupError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('plugin loader', () => {
  it('loads a folder, a file and an absolute path, with defaults in the config', async () => {
    for (const name of ['./echo', './echo/index.js', join(fixtures, 'echo')]) {
      const [loaded] = await loadPlugins([{ package: name }], fixtures);
      expect(loaded?.manifest).to.include({
        name: 'costplane-plugin-echo',
        version: '0.3.0',
        kernelRange: '^1.0.0',
      });
      expect(loaded?.config).to.eql({ greeting: 'hello' });
    }
  });

  it('loads a folder without installed packages, with the plugin API of the host', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'costplane-elsewhere-'));
    try {
      await cp(join(fixtures, 'echo'), elsewhere, { recursive: true });
      const [loaded] = await loadPlugins([{ package: elsewhere }], fixtures);
      expect(loaded?.plugin.id).to.equal('echo');
    } finally {
      await rm(elsewhere, { recursive: true });
    }
  });

  const refusals: [what: string, reference: string | PluginReference, problem: RegExp][] = [
    ['a package that is not installed', '@vendor/absent', /@vendor\/absent .*cannot be found/],
    ['a path without anything', './nowhere', /nowhere does not exist/],
    [
      'a plugin for another kernel',
      './wrong-kernel',
      /supports kernel \^2\.0\.0, but this is kernel 1/,
    ],
    ['what is not a plugin', './not-a-plugin', /is not a plugin.*definePlugin/],
    [
      'a module that fails, in one line',
      './broken',
      /cannot be imported: this module cannot even be read\. /,
    ],
    [
      'an unknown key in its config',
      { package: './echo', config: { colour: 'red' } },
      /: config unknown key "colour"; the only key is greeting\. The options/,
    ],
    [
      'a wrong type in its config',
      { package: './echo', config: { greeting: 5 } },
      /config\.greeting must be text/,
    ],
    [
      'config for a plugin without any',
      { package: './bad-column', config: { x: 1 } },
      /takes no config/,
    ],
  ];
  for (const [what, reference, problem] of refusals) {
    it(`refuses ${what}`, async () => {
      const problems = await listProblems(reference);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(problem);
    });
  }

  it('reports all problems together, each with its plugin', async () => {
    const problems = await listProblems('./wrong-kernel', './not-a-plugin', '@vendor/absent');
    expect(problems).to.have.length(3);
  });

  it('detects two plugins with the same path, operation id or scope, and undeclared scopes', async () => {
    const problems = await listProblems('./echo', './twin');
    expect(problems.join('\n')).to.match(/twin: claims the scope echo:read, which .*echo has/);
    expect(problems.join('\n')).to.match(/twin: claims the operation id echo/);
    expect(problems.join('\n')).to.match(/twin: claims the path GET \/v1\/echo\/\{\}/);
    expect(problems.join('\n')).to.match(/needsUnknownScope needs the scope nobody:declares/);
    expect(problems).to.have.length(4);
  });

  it('allows a plugin to share the scope of another, which also exists without its owner', async () => {
    const alone = collectScopes(await loadPlugins([{ package: './history' }], fixtures));
    const both = collectScopes(
      await loadPlugins([{ package: './echo' }, { package: './history' }], fixtures),
    );
    expect(alone['echo:read']).to.equal('Echo in the words of history');
    expect(both['echo:read']).to.be.a('string').that.does.not.equal(alone['echo:read']);
    expect(both).to.include({ 'other:read': 'What another family owns' });
  });

  describe('overridable routes', () => {
    const describeOutcome = async (...names: string[]) => {
      const loaded = await loadPlugins(
        names.map((name) => ({ package: `./${name}` })),
        fixtures,
      );
      return Object.fromEntries(
        loaded.map(({ plugin, routes, leftOut }) => [
          plugin.id,
          {
            served: routes.map(({ operationId }) => operationId),
            leftOut: leftOut.map(({ route, takenBy }) => [route.operationId, takenBy]),
          },
        ]),
      );
    };

    it('are served if no other plugin has their path', async () => {
      const alone = await describeOutcome('own-errors');
      expect(alone['own-errors']?.served).to.include('overridable');
      expect(alone['own-errors']?.leftOut).to.eql([]);
    });

    it('are replaced by the route of another plugin, in any order', async () => {
      for (const order of [
        ['echo', 'own-errors', 'overridable-too'],
        ['overridable-too', 'own-errors', 'echo'],
      ]) {
        const outcome = await describeOutcome(...order);
        expect(outcome.echo?.served).to.include('echo');
        expect(outcome.echo?.leftOut).to.eql([]);
        expect(outcome['own-errors']).to.eql({
          served: ['ownErrors', 'ownErrorsInCluster'],
          leftOut: [['overridable', 'costplane-plugin-echo']],
        });
        expect(outcome['overridable-too']?.served).to.eql(['keptAlone']);
      }
    });

    it('with the same path: the plugin loaded first is served', async () => {
      const outcome = await describeOutcome('overridable-too', 'own-errors');
      expect(outcome['overridable-too']?.served).to.include('overridableToo');
      expect(outcome['own-errors']?.leftOut).to.eql([
        ['overridable', 'costplane-plugin-overridable-too'],
      ]);
    });

    it('that are overridden are logged at startup', async () => {
      const lines: string[] = [];
      const app = await bootTestApplication({
        plugins: ['echo', 'own-errors'].map(
          (name) => new URL(`./fixtures/${name}/index.js`, import.meta.url),
        ),
        onLog: (level, _fields, message) => lines.push(`${level} ${message}`),
      });
      await app.stop();
      expect(lines).to.include(
        'warn GET /v1/echo/{term} is left out: costplane-plugin-echo serves this path',
      );
    });
  });

  it('refuses the same plugin twice', async () => {
    const problems = await listProblems('./echo', './echo/index.js');
    expect(problems).to.have.length(1);
    expect(problems[0]).to.match(
      /costplane-plugin-echo \(plugins\[1\]\): is loaded by plugins\[0\]/,
    );
  });

  it('checks declared columns against the connected warehouse', async () => {
    const entry = new URL('./fixtures/bad-column/index.js', import.meta.url);
    const failure = await bootTestApplication({ plugins: [entry] }).then(
      () => undefined,
      (error: unknown) => error as StartupError,
    );
    expect(failure).to.be.instanceOf(StartupError);
    const message = failure?.message ?? '';
    expect(message).to.match(
      /bad-column: reads the column clusters\.colour, which the warehouse does not have/,
    );
    expect(message).to.match(/clusters\.name, which is text in the warehouse, not int4/);
    expect(message).to.match(/api_keys\.key_hint, which the service may not read/);
    expect(failure?.problems).to.have.length(3);
  });
});
