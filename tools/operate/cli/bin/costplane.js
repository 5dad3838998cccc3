#!/usr/bin/env node
import { existsSync } from 'node:fs';

const entry = new URL('../dist/main.js', import.meta.url);
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  process.stderr.write(
    `costplane: needs Node.js 22.15 or later and this is ${process.versions.node}; run it through npx in the repository, which brings its own\n`,
  );
  process.exitCode = 1;
} else if (!existsSync(entry)) {
  process.stderr.write('costplane: not built yet; run `npm start` or `npm run build` first\n');
  process.exitCode = 1;
} else {
  const preload = new URL('./preload.js', import.meta.url).href;
  // The workers of the receiver inherit these options.
  process.execArgv.push('--import', preload);
  await import(preload);
  await import(entry.href);
}
