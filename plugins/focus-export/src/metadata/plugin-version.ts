import { readFileSync } from 'node:fs';

const manifest = new URL('../../package.json', import.meta.url);

/** Version of this plugin, and therefore of how it generates files. */
export const pluginVersion = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string })
  .version;
