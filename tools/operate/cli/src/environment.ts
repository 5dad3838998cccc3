import { resolve } from 'node:path';

/** A variable that is set to nothing is as good as unset. */
export const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text);

/** Where the embedded database and the demo key are kept. */
export const costplaneHome = () => resolve(nonEmpty(process.env.COSTPLANE_HOME) ?? '.costplane');

/** Unset: the embedded database. */
export const givenDatabaseUrl = () => nonEmpty(process.env.DATABASE_URL);
