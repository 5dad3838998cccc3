import { type ExtractedApi } from './extract-api.ts';

/** Types that the API uses, and that no entry point lets a plugin name: a line each. */
export function forgottenExports(apis: readonly ExtractedApi[]): readonly string[] {
  const exported = new Set(apis.flatMap(({ rollup }) => exportedNames(rollup)));
  const lines = apis.flatMap(({ entryPoint, forgotten }) =>
    forgotten
      .filter((name) => !exported.has(name.replace(/_\d+$/, '')))
      .map((name) => `${entryPoint.specifier} uses the type ${name}, which no entry point exports`),
  );
  return [...new Set(lines)];
}

function exportedNames(rollup: string): readonly string[] {
  const declared = rollup.matchAll(
    /^export (?:declare )?(?:abstract )?(?:class|const|function|interface|type) (?<name>\w+)/gm,
  );
  const renamed = rollup.matchAll(/^export \{ (?:\w+ as )?(?<name>\w+) \}/gm);
  return [...declared, ...renamed].map(({ groups }) => groups?.name ?? '');
}
