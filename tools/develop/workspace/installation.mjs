import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = (root) => join(root, 'node_modules/.costplane-install');

function readIfPresent(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * What an installation depends on: the lock file, and the platform that native modules are for.
 * The version of Node.js is in the lock file, as the package `node`.
 */
export function installStamp(lockText, platform = `${process.platform}-${process.arch}`) {
  return createHash('sha256').update(`${platform}\n`).update(lockText).digest('hex');
}

/**
 * Whether `node_modules` holds what the lock file asks for, by npm's own record of what it
 * installed. Optional packages may be missing: most are binaries for other platforms.
 */
export function installedMatchesLock(lock, installed) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true;
    const present = installed.packages[path];
    if (!present) return wanted.optional === true;
    return present.version === wanted.version && present.integrity === wanted.integrity;
  });
}

/**
 * Whether `npm ci` has nothing to do. An installation that a person made with npm is taken over
 * instead of being made again.
 */
export function isInstalled(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = installStamp(lockText);
  if (readIfPresent(stampFile(root)) === stamp) return true;

  const installedText = readIfPresent(join(root, 'node_modules/.package-lock.json'));
  if (!installedText || !existsSync(join(root, 'node_modules/.bin/node'))) return false;
  if (!installedMatchesLock(JSON.parse(lockText), JSON.parse(installedText))) return false;
  writeFileSync(stampFile(root), stamp);
  return true;
}

/** Forgets the installation, so that one cut short is made again. */
export function forgetInstallation(root) {
  rmSync(stampFile(root), { force: true });
  rmSync(join(root, 'node_modules/.package-lock.json'), { force: true });
}

/** Records a finished installation. */
export function recordInstallation(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  writeFileSync(stampFile(root), installStamp(lockText));
}
