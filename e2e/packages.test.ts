import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import { repository } from './support/paths.ts';
import { type Manifest, pack, publishedPackages } from './support/published-packages.ts';

interface Package {
  readonly manifest: Manifest;
  /** Paths in the tarball. */
  readonly files: readonly string[];
  readonly text: (path: string) => string;
}

interface SourceMap {
  readonly sourceRoot?: string;
  readonly sources: readonly string[];
}

/** What is in every tarball besides the code. */
const documents = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const code = ['bin', 'dist', 'src', 'examples.json'];
/** What a package needs besides its code. */
const own: Readonly<Record<string, readonly string[]>> = {
  '@costplane/pricing': ['prices'],
  '@costplane/generators': ['generators.json', 'plugin'],
};

describe('the tarball of a package', () => {
  const published = publishedPackages();
  let packages: Package[];

  before(async () => {
    const packed = await pack(published, 'nowhere');
    packages = published.map(({ folder, manifest }) => ({
      manifest,
      files: packed.find(({ name }) => name === manifest.name)!.files.map(({ path }) => path),
      text: (path) => readFileSync(join(folder, path), 'utf8'),
    }));
  });

  /** What a look at each package finds wrong, with the package's name. */
  const wrong = (find: (one: Package) => readonly string[]) =>
    packages.flatMap((one) => find(one).map((what) => `${one.manifest.name}: ${what}`));

  it('is made of the kernel, every plugin and every tool that is not private', () => {
    const names = published.map(({ manifest }) => manifest.name);
    expect(names).to.include.members([
      '@costplane/kernel',
      '@costplane/plugin-clusters',
      '@costplane/cli',
      '@costplane/warehouse',
      '@costplane/generators',
    ]);
    expect(names.length).to.be.above(15);
    expect(packages.every(({ files }) => files.length > documents.length)).to.equal(true);
  });

  it('has its README, CHANGELOG and the license of the repository', () => {
    const licence = readFileSync(join(repository, 'LICENSE'), 'utf8');
    expect(wrong(({ files }) => documents.filter((name) => !files.includes(name)))).to.eql([]);
    expect(
      wrong(({ text, manifest }) => [
        ...(text('LICENSE') === licence ? [] : ['its LICENSE is not that of the repository']),
        ...(manifest.license === 'Apache-2.0' ? [] : ['its package.json names another licence']),
      ]),
    ).to.eql([]);
  });

  it('has code and documents, and nothing else', () => {
    const isNeeded = ({ manifest }: Package, path: string) =>
      documents.includes(path) ||
      [...code, ...(own[manifest.name] ?? [])].includes(path.split('/', 1)[0]!);
    expect(wrong((one) => one.files.filter((path) => !isNeeded(one, path)))).to.eql([]);
  });

  it('has no tests, no fixtures and nothing of the compiler’s own', () => {
    const isOurs = (path: string) =>
      /(^|\/)(tests?|fixtures)\/|\.(test|spec)\.|\.tsbuildinfo$|(^|\/)\.|tsconfig/.test(path);
    // A template of a test is what its package is for.
    const isTemplate = (path: string) => path.endsWith('.template');
    expect(wrong(({ files }) => files.filter((path) => isOurs(path) && !isTemplate(path)))).to.eql(
      [],
    );
  });

  it('has types, and maps of both, for every module', () => {
    const besides = (path: string) => {
      const stem = path.replace(/(\.d\.ts|\.js)(\.map)?$/, '');
      return ['.js', '.js.map', '.d.ts', '.d.ts.map'].map((ending) => `${stem}${ending}`);
    };
    expect(
      wrong(({ files }) => {
        // A page is loaded by browsers, and by no module; bundles are made of other packages.
        const built = files.filter((path) => /^dist\/(?!(web|bundles)\/)/.test(path));
        const needed = new Set(built.flatMap(besides));
        return [...needed].filter((path) => !files.includes(path));
      }),
    ).to.eql([]);
  });

  const listSources = ({ files, text }: Package) =>
    files
      .filter((path) => path.startsWith('dist/') && path.endsWith('.map'))
      .flatMap((path) => {
        const { sourceRoot = '', sources } = JSON.parse(text(path)) as SourceMap;
        return sources.map((source) => ({
          map: path,
          source: posix.join(posix.dirname(path), sourceRoot, source),
        }));
      });

  it('has every source that its maps name', () => {
    expect(
      wrong((one) =>
        listSources(one)
          .filter(({ source }) => !one.files.includes(source))
          .map(({ map, source }) => `${map} names ${source}, which is not there: is dist stale?`),
      ),
    ).to.eql([]);
  });

  it('has no source that no map names', () => {
    expect(
      wrong((one) => {
        const named = new Set(listSources(one).map(({ source }) => source));
        return one.files.filter(
          (path) => path.startsWith('src/') && path.endsWith('.ts') && !named.has(path),
        );
      }),
    ).to.eql([]);
  });

  it('has the files in its package.json: exports, types and commands', () => {
    const targets = (exported: unknown): string[] =>
      typeof exported === 'string'
        ? [exported]
        : Object.values((exported ?? {}) as Record<string, unknown>).flatMap(targets);
    expect(
      wrong(({ manifest, files }) =>
        [...targets(manifest.exports), ...Object.values(manifest.bin ?? {})]
          .map((target) => target.replace(/^\.\//, ''))
          .filter((target) => !files.includes(target)),
      ),
    ).to.eql([]);
    expect(
      wrong(({ manifest, text }) =>
        Object.values(manifest.bin ?? {}).filter(
          (path) => !text(path).startsWith('#!/usr/bin/env node\n'),
        ),
      ),
    ).to.eql([]);
  });

  it('offers every entry to ESM consumers: types first, then a module', () => {
    expect(
      wrong(({ manifest }) =>
        Object.entries(manifest.exports as Record<string, unknown>)
          .filter(([, target]) => typeof target !== 'string')
          .filter(([, target]) => {
            const conditions = target as Record<string, string>;
            const seen = Object.keys(conditions).filter((name) => name !== '@costplane/source');
            return (
              seen.join() !== 'types,default' ||
              conditions.types!.replace(/\.d\.ts$/, '.js') !== conditions.default
            );
          })
          .map(([entry]) => entry),
      ),
    ).to.eql([]);
  });

  it('imports only dependencies in its package.json', () => {
    const packageName = (specifier: string) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
    const imported =
      /^(?:(?:import|export|\}).* from|import) ['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;
    const imports = (text: string) =>
      [...text.matchAll(imported)]
        .map(([, named, lazy]) => named ?? lazy!)
        .filter((specifier) => !/^(\.|node:)/.test(specifier));
    expect(
      wrong(({ manifest, files, text }) => {
        const { name, dependencies, peerDependencies, optionalDependencies } = manifest;
        const asked = { ...dependencies, ...peerDependencies, ...optionalDependencies };
        return files
          .filter((path) => /^(bin|dist)\/.*(\.js|\.d\.ts)$/.test(path))
          .flatMap((path) => imports(text(path)).map((specifier) => ({ path, specifier })))
          .filter(({ specifier }) => {
            const found = packageName(specifier);
            return found !== name && !(found in asked) && !builtinModules.includes(found);
          })
          .map(({ path, specifier }) => `${path} imports ${specifier}`);
      }),
    ).to.eql([]);
  });

  it('depends on packages by version, and contains no local path', () => {
    expect(
      wrong(({ manifest: { dependencies, peerDependencies, optionalDependencies } }) =>
        Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies })
          .filter(([, range]) => !/^[\^~]?\d/.test(range))
          .map(([name, range]) => `${name} ${range}`),
      ),
    ).to.eql([]);
    expect(
      wrong(({ files, text }) =>
        files.filter((path) => {
          const content = text(path);
          return [repository, homedir()].some((folder) => content.includes(`${folder}/`));
        }),
      ),
    ).to.eql([]);
  });
});
