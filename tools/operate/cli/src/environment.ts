import { resolve } from 'node:path';

/** An empty variable counts as not set. */
export const nonEmpty = (text: string | undefined) => (text === '' ? undefined : text);

/** Folder of the embedded database and the demo key. */
export const costplaneHome = () => resolve(nonEmpty(process.env.COSTPLANE_HOME) ?? '.costplane');

/** Undefined for the embedded database. */
export const givenDatabaseUrl = () => nonEmpty(process.env.DATABASE_URL);
