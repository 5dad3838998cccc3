import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';
import { isThere, run } from './run.mjs';

/** promtool of this machine, or else that of Debian's package, of which nothing is installed. */
export function obtainPromtool() {
  if (isThere('promtool')) return { command: 'promtool' };
  const own = join(cache, 'bin/promtool');
  if (existsSync(own)) return { command: own };
  const download = join(cache, 'prometheus');
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download, { recursive: true });
  mkdirSync(join(cache, 'bin'), { recursive: true });
  const fetched = run('apt-get', ['download', 'prometheus'], { cwd: download });
  const [file] = readdirSync(download);
  if (fetched.failure || file === undefined) {
    return {
      missing:
        'promtool check rules, promtool test rules: neither promtool nor the package prometheus can be had',
    };
  }
  const { failure } = run('dpkg', ['--extract', file, 'files'], { cwd: download });
  if (failure)
    return { missing: 'promtool check rules, promtool test rules: dpkg cannot unpack it' };
  renameSync(join(download, 'files/usr/bin/promtool'), own);
  rmSync(download, { recursive: true, force: true });
  return { command: own };
}
