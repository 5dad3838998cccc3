import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repository } from './repository.ts';

export const vendorFolder = './e2e/plugins/hello';

export interface VendorTarball {
  /** Relative to the repository. */
  readonly path: string;
  remove(): void;
}

/** A vendor's plugin `acme-plugin-farewell`, with the route `/v1/farewell`, as `npm pack` makes it. */
export function packVendorPlugin(): VendorTarball {
  const cache = join(repository, 'node_modules/.cache/costplane-packaging');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'vendor-'));
  cpSync(join(repository, vendorFolder), folder, { recursive: true });
  for (const file of ['index.js', 'package.json']) {
    const text = readFileSync(join(folder, file), 'utf8');
    const own = text
      .replaceAll('costplane-plugin-hello', 'acme-plugin-farewell')
      .replaceAll('hello', 'farewell')
      .replaceAll('greet', 'bid');
    writeFileSync(join(folder, file), own);
  }
  execFileSync('npm', ['pack', '--loglevel=error'], { cwd: folder, stdio: 'ignore' });
  const file = join(folder, 'acme-plugin-farewell-0.1.0.tgz');
  return {
    path: `./${relative(repository, file)}`,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
