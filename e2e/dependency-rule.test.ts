import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repository } from './support/paths.ts';

const families = ['organization', 'clusters', 'workloads', 'nodes', 'recommendations'].concat([
  'allocation',
  'trends',
  'explorer',
  'focus-export',
  'health',
  'legacy',
]);

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function sourcesOf(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: repository, exclude: (path) => /node_modules|dist/.test(path) })
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
  it('finds sources to hold it against', () => {
    expect(sourcesOf('kernel/src/**/*.ts').length).to.be.above(40);
    expect(sourcesOf('plugins/*/src/**/*.ts').length).to.be.above(15);
  });

  it('lets the kernel import no plugin and no tool, and name no family', () => {
    const kernel = sourcesOf('kernel/src/**/*.ts');
    expect(offending(kernel, isOurs)).to.eql([]);
    const naming = kernel.filter(({ text }) =>
      families.some((family) => new RegExp(`plugin-${family}|plugins/${family}`).test(text)),
    );
    expect(naming.map(({ path }) => path)).to.eql([]);
  });

  it('lets a plugin import the kernel, and no other plugin, tool, Express or pg', () => {
    const allowed = ['@costplane/kernel', '@costplane/kernel/schema'];
    const isForbidden = (specifier: string) =>
      (isOurs(specifier) && !allowed.includes(specifier)) || /^(express|pg)(\/|$)/.test(specifier);
    expect(offending(sourcesOf('plugins/*/src/**/*.ts'), isForbidden)).to.eql([]);
    const testing = [...allowed, '@costplane/kernel/testing'];
    expect(
      offending(sourcesOf('plugins/*/test/**/*.ts'), (specifier) =>
        isOurs(specifier) ? !testing.includes(specifier) : false,
      ),
    ).to.eql([]);
  });

  it('lets only the command line import tools other than warehouse and pricing', () => {
    const tools = sourcesOf('tools/*/src/**/*.ts').filter(
      ({ path }) => !path.startsWith('tools/cli'),
    );
    const isForbidden = (specifier: string) =>
      isOurs(specifier) && !/^@costplane\/(kernel|warehouse|pricing)(\/|$)/.test(specifier);
    expect(offending(tools, isForbidden)).to.eql([]);
  });

  it('lets e2e import nothing of ours', () => {
    expect(offending(sourcesOf('e2e/**/*.ts'), isOurs)).to.eql([]);
  });
});
