import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Site } from './site.ts';

type Program = 'initdb' | 'postgres';

/** Starts a PostgreSQL program as the configured user, unaffected by the signals of this terminal. */
export function run(site: Site, program: Program, args: string[], output: number) {
  return spawn(join(site.native, 'bin', program), args, {
    ...site.account,
    cwd: '/',
    detached: true,
    // Nothing from our environment (PGDATA, PGOPTIONS, locale) is passed on.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
  });
}
