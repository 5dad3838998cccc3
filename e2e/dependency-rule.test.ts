import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './support/folder.ts';
import { repository } from './support/paths.ts';

const run = promisify(execFile);

interface ProjectGraph {
  readonly graph: {
    readonly nodes: Readonly<Record<string, { readonly data: { readonly root: string } }>>;
    readonly dependencies: Readonly<Record<string, readonly { readonly target: string }[]>>;
  };
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function readSources(pattern: string): SourceFile[] {
  return globSync(pattern, {
    cwd: repository,
    exclude: (path) => /node_modules|dist|e2e\/vendor/.test(path),
  })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => {
      const text = readFileSync(join(repository, path), 'utf8');
      const found = [...text.matchAll(/(?:from|import\(?)\s*'([^']+)'/g)];
      return { path, text, imports: found.map(([, specifier]) => specifier ?? '') };
    });
}

const offending = (files: SourceFile[], isForbidden: (specifier: string) => boolean) =>
  files.flatMap(({ path, imports }) =>
    imports.filter(isForbidden).map((specifier) => `${relative('.', path)} imports ${specifier}`),
  );

const isOurs = (specifier: string) => specifier.startsWith('@costplane/');

describe('the dependency rule', () => {
  it('finds sources to check', () => {
    expect(readSources('kernel/*/src/**/*.ts').length).to.be.above(40);
    expect(readSources('plugins/*/src/**/*.ts').length).to.be.above(15);
  });

  it('allows the packages of the kernel to import only downward', () => {
    const below = {
      'plugin-api': [],
      reader: ['plugin-api'],
      host: ['plugin-api', 'reader'],
      'plugin-testing': ['plugin-api', 'reader', 'kernel'],
    };
    for (const [folder, allowed] of Object.entries(below)) {
      const names = new Set(allowed.map((name) => `@costplane/${name}`));
      const isForbidden = (specifier: string) =>
        isOurs(specifier) && !names.has(specifier.split('/', 2).join('/'));
      expect(offending(readSources(`kernel/${folder}/{src,test}/**/*.ts`), isForbidden)).to.eql([]);
    }
  });

  it('allows no import cycles, types included', () => {
    const sources = readSources('{kernel,plugins,tools}/**/src/**/*.ts');
    const imports = new Map(
      sources.map(({ path, imports: found }) => [
        path,
        found.filter((name) => name.startsWith('.')).map((name) => join(dirname(path), name)),
      ]),
    );
    const isAcyclic = new Set<string>();
    const findCycle = (path: string, from: readonly string[]): readonly string[] => {
      if (from.includes(path)) return [...from.slice(from.indexOf(path)), path];
      if (isAcyclic.has(path)) return [];
      for (const imported of imports.get(path) ?? []) {
        const cycle = findCycle(imported, [...from, path]);
        if (cycle.length > 0) return cycle;
      }
      isAcyclic.add(path);
      return [];
    };
    expect([...imports.keys()].flatMap((path) => findCycle(path, []))).to.eql([]);
  });

  it('does not allow plugin-api to import Express, pg or tsyringe', () => {
    const isForbidden = (specifier: string) => /^(express|pg|tsyringe)(\/|-|$)/.test(specifier);
    expect(offending(readSources('kernel/plugin-api/**/*.ts'), isForbidden)).to.eql([]);
  });

  it('does not allow the kernel to name a plugin', () => {
    // It knows tenants (organizations) and what keys are confined to (clusters), no more. The basis
    // `legacy` and the cost mode `workload_only` are values of every family's requests.
    const words = [
      'namespace',
      'workload',
      'pod',
      'node.?group',
      'recommendation',
      'team',
      'trend',
    ];
    const family = new RegExp(
      `(?<!rel|reg)(${words.join('|')}|department|allocation|explorer|dashboard|focus)`,
      'i',
    );
    const isShared = (path: string) =>
      /^kernel\/plugin-api\/src\/(schema\/|schema\.ts|errors\/catalog\.ts)/.test(path);
    const naming = readSources('kernel/*/src/**/*.ts')
      .filter(({ path }) => !isShared(path))
      .flatMap(({ path, text }) =>
        text
          .replaceAll(/workload[_-]only/g, '')
          .split('\n')
          .filter((line) => family.test(line) || /@costplane\/plugin-(?!api|testing)/.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(naming).to.eql([]);
  });

  it('shows in the project graph that plugins depend only on plugin-api and plugin-testing, and the console on the client', async () => {
    const folder = await temporaryFolder();
    try {
      const file = join(folder.path, 'graph.json');
      await run(
        process.execPath,
        [join(repository, 'node_modules/nx/dist/bin/nx.js'), 'graph', '--file', file],
        {
          cwd: repository,
          env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false', NX_TUI: 'false' },
        },
      );
      const { graph } = JSON.parse(readFileSync(file, 'utf8')) as ProjectGraph;
      const plugins = Object.entries(graph.nodes).flatMap(([name, { data }]) =>
        data.root.startsWith('plugins/') ? name : [],
      );
      expect(plugins).to.have.length(readdirSync(join(repository, 'plugins')).length);
      for (const plugin of plugins) {
        const targets = (graph.dependencies[plugin] ?? []).map(({ target }) => target);
        const ours = targets.filter((target) => target in graph.nodes);
        expect(ours, plugin).to.have.members([
          '@costplane/plugin-api',
          '@costplane/plugin-testing',
          // Its page is a program of its own, in a browser.
          ...(plugin === '@costplane/plugin-console' ? ['@costplane/client'] : []),
        ]);
      }
      expect(
        (graph.dependencies['@costplane/plugin-api'] ?? []).filter(
          ({ target }) => target in graph.nodes,
        ),
      ).to.eql([]);
    } finally {
      await folder.remove();
    }
  });

  it('allows a plugin to import plugin-api, but no host, other plugin, tool, Express or pg', () => {
    const allowed = ['', '/schema', '/listing'].map((entry) => `@costplane/plugin-api${entry}`);
    const isForbidden = (specifier: string) =>
      (isOurs(specifier) && !allowed.includes(specifier)) || /^(express|pg)(\/|$)/.test(specifier);
    expect(offending(readSources('plugins/*/src/**/*.ts'), isForbidden)).to.eql([]);
    const testing = [...allowed, '@costplane/plugin-testing'];
    expect(
      offending(readSources('plugins/*/test/**/*.ts'), (specifier) =>
        isOurs(specifier) ? !testing.includes(specifier) : false,
      ),
    ).to.eql([]);
  });

  it('allows database sessions to be opened in only two places, which configure them identically', () => {
    const isProduct = ({ path }: SourceFile) =>
      /^(kernel|plugins|tools\/(data-plane\/(warehouse|ingest|engine)|operate\/cli))\//.test(
        path,
      ) &&
      !/\/(plugin-testing|testing|embedded)\//.test(path) &&
      // Whether the server can be reached at all: no statement is sent.
      path !== 'kernel/reader/src/silent-connections.ts';
    const opening = readSources('{kernel/*,plugins/*,tools/*/*}/src/**/*.ts')
      .filter(isProduct)
      .filter(({ text }) => /new (pg\.)?(Pool|Client)\(/.test(text));
    expect(opening.map(({ path }) => path)).to.have.members([
      'kernel/reader/src/connect.ts',
      'tools/data-plane/warehouse/src/connect.ts',
    ]);
    for (const { path, text } of opening) expect(text, path).to.include('onConnect: setUpSession(');
  });

  it('allows only the CLI and its reference to import tools other than warehouse and pricing', () => {
    const tools = readSources('tools/*/*/src/**/*.ts').filter(
      ({ path }) => !/^tools\/(operate\/cli|develop\/reference)\//.test(path),
    );
    const isForbidden = (specifier: string) =>
      isOurs(specifier) &&
      !/^@costplane\/(plugin-api|reader|kernel|warehouse|pricing)(\/|$)/.test(specifier);
    expect(offending(tools, isForbidden)).to.eql([]);
  });

  it('does not allow the client to import our packages', () => {
    const sources = readSources('tools/client/src/**/*.ts');
    expect(sources.length).to.be.above(5);
    expect(offending(sources, isOurs)).to.eql([]);
  });

  it('does not allow e2e to import our packages', () => {
    expect(offending(readSources('e2e/**/*.ts'), isOurs)).to.eql([]);
  });
});
