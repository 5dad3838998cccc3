import { fileURLToPath } from 'node:url';

/** The folder that holds the root package.json. */
export const repository = fileURLToPath(new URL('../../../../', import.meta.url));
