import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Site } from './site.ts';

type Program = 'initdb' | 'postgres';

/** Starts one of PostgreSQL's programs as the site's user, deaf to our terminal's signals. */
export function run(site: Site, program: Program, args: string[], output: number) {
  return spawn(join(site.native, 'bin', program), args, {
    ...site.account,
    cwd: '/',
    detached: true,
    // Nothing of our own environment (PGDATA, PGOPTIONS, locale) reaches it.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
  });
}
