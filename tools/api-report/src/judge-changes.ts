import { major } from 'semver';
import { compareApis } from './compare/compare-apis.ts';
import { type Breaking } from './compare/comparison.ts';
import { type ReleasedApi } from './released-api.ts';

export interface Verdict {
  /** Changes that plugins built for the release may not survive: a line each. */
  readonly breaking: readonly string[];
  /** They are announced by a higher major version. */
  readonly isAnnounced: boolean;
}

/** Judges the API as it is now by the released one. */
export function judgeChanges(
  released: ReleasedApi,
  current: ReleasedApi,
  comingMajor: number,
): Verdict {
  const breaking = Object.entries(released.rollups).flatMap(([name, rollup]) => {
    const specifier = name === 'index' ? '@costplane/kernel' : `@costplane/kernel/${name}`;
    const now = current.rollups[name];
    if (now === undefined) return `${specifier}: the entry point is gone; ${fix(released)}`;
    const inTypes = compareApis(rollup, now);
    const gone = goneAtRuntime(name, released, current, inTypes);
    return [...inTypes, ...gone].map((one) => describe(specifier, one, released));
  });
  return { breaking, isAnnounced: comingMajor > major(released.version) };
}

function goneAtRuntime(
  name: string,
  released: ReleasedApi,
  current: ReleasedApi,
  known: readonly Breaking[],
): readonly Breaking[] {
  const now = current.runtimeExports[name] ?? [];
  return (released.runtimeExports[name] ?? [])
    .filter((one) => !now.includes(one) && !known.some(({ where }) => where === one))
    .map((where) => ({
      where,
      was: 'an export of the module',
      is: 'in the types alone',
      why: 'plugins that import it do not load',
    }));
}

const describe = (specifier: string, { where, was, is, why }: Breaking, released: ReleasedApi) =>
  `${specifier}: ${where}: was \`${was}\`, is \`${is}\`: ${why}; ${fix(released)}`;

const fix = ({ version }: ReleasedApi) =>
  `restore what kernel ${version} had, or plan a new major version: ` +
  'npx nx release plan major --projects=@costplane/kernel';
