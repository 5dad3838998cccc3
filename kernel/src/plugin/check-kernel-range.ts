import { satisfies, validRange } from 'semver';

/** What is wrong, and how it is mended. */
export interface Complaint {
  readonly what: string;
  readonly fix: string;
}

/**
 * Holds the kernel range of a plugin against a version. A pre-release counts as what it leads to: a
 * plugin for `^1.0.0` runs on 1.1.0-rc.1, and not on 2.0.0-rc.1.
 */
export function checkKernelRange(range: unknown, kernelVersion: string): Complaint | undefined {
  const fix = `Let "@costplane/kernel" be "^${kernelVersion}" in peerDependencies of its package.json`;
  if (range === undefined) return { what: 'does not say which kernel it is for', fix };
  if (typeof range !== 'string' || validRange(range) === null) {
    return { what: `is for kernel ${JSON.stringify(range)}, which is no range of versions`, fix };
  }
  if (satisfies(kernelVersion, range, { includePrerelease: true })) return undefined;
  return {
    what: `is for kernel ${range}, and this is kernel ${kernelVersion}`,
    fix: 'Install a version of the plugin that is for this kernel',
  };
}
