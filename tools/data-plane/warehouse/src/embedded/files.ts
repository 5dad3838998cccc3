import { join } from 'node:path';

/** Where the embedded database keeps what belongs to it, all under the home directory. */
export function homeFiles(home: string) {
  return {
    data: join(home, 'postgres'),
    password: join(home, 'postgres.password'),
    log: join(home, 'postgres.log'),
    /** Names the directory that serves instead where PostgreSQL's user cannot enter the home. */
    place: join(home, 'postgres.place'),
  };
}
