import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Whether `node_modules` holds what the lock file asks for, by npm's own record of what it
 * installed, which it writes last. Optional packages may be missing: most are binaries for other
 * platforms.
 */
export function isInstalled(root) {
  let installed;
  try {
    installed = readJson(join(root, 'node_modules/.package-lock.json'));
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
  const lock = readJson(join(root, 'package-lock.json'));
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    const present = installed.packages[path];
    if (!present) return wanted.optional === true;
    if (wanted.link) return present.resolved === wanted.resolved;
    return present.version === wanted.version && present.integrity === wanted.integrity;
  });
}
