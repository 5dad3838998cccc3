import { type Comparator, Range, SemVer, validRange } from 'semver';

/** What is wrong, and how it is mended. */
export interface Complaint {
  readonly what: string;
  readonly fix: string;
}

/**
 * Holds the kernel range of a plugin against a version. A pre-release counts as what it leads to: a
 * plugin for `^1.1.0` runs on 1.1.0-rc.1, and one for `<2.0.0` not on 2.0.0-rc.1. A range that names a
 * pre-release of that version is held against the pre-release itself.
 */
export function checkKernelRange(range: unknown, kernelVersion: string): Complaint | undefined {
  const fix = `Set "@costplane/plugin-api" to "^${kernelVersion}" in peerDependencies of its package.json`;
  if (range === undefined)
    return { what: 'does not declare which kernel versions it supports', fix };
  if (typeof range !== 'string' || validRange(range) === null) {
    return { what: `supports kernel ${JSON.stringify(range)}, which is not a version range`, fix };
  }
  if (includes(new Range(range), new SemVer(kernelVersion))) return undefined;
  return {
    what: `supports kernel ${range}, but this is kernel ${kernelVersion}`,
    fix: 'Install a version of the plugin that supports this kernel',
  };
}

function includes({ set }: Range, version: SemVer): boolean {
  const { major, minor, patch } = version;
  const release = new SemVer(`${major}.${minor}.${patch}`);
  return set.some((comparators) => {
    const held = comparators.some((one) => namesPreReleaseOf(one, version)) ? version : release;
    return comparators.every((one) => one.test(held));
  });
}

/** What takes every version has none of its own. */
const namesPreReleaseOf = ({ semver }: Comparator, version: SemVer) =>
  semver instanceof SemVer && semver.prerelease.length > 0 && semver.compareMain(version) === 0;
