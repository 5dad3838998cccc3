import { existsSync, globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPackages, bundlesFolder, bundleUrl, findInstalled } from './bin/bundles.js';

/** Writes a package as one file, with its license. */
async function write(name, { entry, manifest }, bundle) {
  const folder = fileURLToPath(new URL('.', manifest));
  const [license] = globSync('[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*', { cwd: folder });
  if (license === undefined) throw new Error(`${name} has no license`);
  const banner = `/*!\n${readFileSync(`${folder}${license}`, 'utf8')}\n*/`;
  const build = await rolldown({ input: fileURLToPath(entry), platform: 'node' });
  await build.write({ file: fileURLToPath(bundle), format: 'esm', codeSplitting: false, banner });
  await build.close();
}

const packages = bundledPackages.map((name) => ({ name, installed: findInstalled(name) }));
const missing = packages.filter(
  ({ name, installed }) => !existsSync(bundleUrl(name, installed.version)),
);
if (missing.length > 0) {
  await rm(bundlesFolder, { recursive: true, force: true });
  for (const { name, installed } of packages) {
    await write(name, installed, bundleUrl(name, installed.version));
  }
}
