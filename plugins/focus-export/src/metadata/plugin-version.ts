import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

/** The version of this plugin, and so of the way in which it makes files. */
export const pluginVersion = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string })
  .version;
