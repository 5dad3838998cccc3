import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Adds the default config of the edition and the health check. */
export function addRuntimeFiles(out, plugins) {
  writeFileSync(join(out, 'costplane.config.yaml'), defaultConfig(plugins));
  copyFileSync(join(import.meta.dirname, '..', 'healthcheck.mjs'), join(out, 'healthcheck.mjs'));
}

function defaultConfig(plugins) {
  return [
    '# The plugins of this image. To configure them, mount a file of your own over this one.',
    'server: { host: 0.0.0.0, port: 8080, drainSeconds: 5 }',
    '# All addresses of the container, so that metrics can be scraped from outside of it.',
    'management: { host: 0.0.0.0, port: 9464 }',
    'plugins:',
    ...plugins.map(({ name }) => `  - package: '${name}'`),
    '',
  ].join('\n');
}
