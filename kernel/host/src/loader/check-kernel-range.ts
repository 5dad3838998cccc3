// Importing the whole package would load 40 more modules.
import satisfies from 'semver/functions/satisfies.js';
import validRange from 'semver/ranges/valid.js';

/** Checks that the range of kernels that a plugin supports includes a version. */
export function checkKernelRange(range: unknown, kernelVersion: string) {
  const fix = `Set "@costplane/plugin-api" to "^${kernelVersion}" in peerDependencies of its package.json`;
  if (range === undefined)
    return { what: 'does not declare which kernel versions it supports', fix };
  if (typeof range !== 'string' || validRange(range) === null) {
    return { what: `supports kernel ${JSON.stringify(range)}, which is not a version range`, fix };
  }
  if (satisfies(kernelVersion, range, { includePrerelease: true })) return undefined;
  return {
    what: `supports kernel ${range}, but this is kernel ${kernelVersion}`,
    fix: 'Install a version of the plugin that supports this kernel',
  };
}
