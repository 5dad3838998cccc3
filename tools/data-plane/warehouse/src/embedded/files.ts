import { join } from 'node:path';

/** Files of the embedded database, all in the home directory. */
export function homeFiles(home: string) {
  return {
    data: join(home, 'postgres'),
    password: join(home, 'postgres.password'),
    log: join(home, 'postgres.log'),
    /** Contains the path of the directory that is used if the user of PostgreSQL cannot enter the home. */
    place: join(home, 'postgres.place'),
  };
}
