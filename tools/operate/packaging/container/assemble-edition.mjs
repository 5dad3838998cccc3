// Makes the folder that the container image runs: the command line, the kernel, the plugins of an
// edition and its default config, from the packed packages of this repository.
import { mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { addRuntimeFiles } from './assembly/add-runtime-files.mjs';
import { AssemblyError } from './assembly/assembly-error.mjs';
import { buildPackages } from './assembly/build-packages.mjs';
import { checkEdition } from './assembly/check-edition.mjs';
import { installEdition } from './assembly/install-edition.mjs';
import { packPackages } from './assembly/pack-packages.mjs';
import { readPluginList } from './assembly/plugin-list.mjs';
import { readOwnPackages } from './assembly/own-packages.mjs';
import { trimPackages } from './assembly/trim-packages.mjs';

const usage = `Usage: assemble-edition.mjs --plugins "health clusters ..." --out FOLDER [--context FOLDER] [--build]

  --plugins  plugins of the edition, separated by spaces: a plugin of this repository (clusters), a
             package of the registry (@acme/plugin@1.2.0), a tarball or folder (./vendor/acme.tgz)
  --out      an empty or new folder
  --context  the repository, and what paths in --plugins are relative to (default: here)
  --build    compile the packages first`;

async function assemble({ plugins, out, context, build }) {
  const own = readOwnPackages(context);
  const list = readPluginList(plugins, { own, context });
  requireEmpty(out);
  if (build) await buildPackages(context, own);
  const tarballs = await packPackages({ own, list, context, out });
  await installEdition({ ...tarballs, own, context, out });
  trimPackages(out, own);
  addRuntimeFiles(out, tarballs.plugins);
  await checkEdition(out);
}

function requireEmpty(folder) {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) {
    throw new AssemblyError(`${folder} is not empty; name a new folder with --out`);
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        plugins: { type: 'string' },
        out: { type: 'string' },
        context: { type: 'string', default: '.' },
        build: { type: 'boolean', default: false },
      },
    });
    if (values.plugins === undefined || values.out === undefined) throw new Error(usage);
    return { ...values, out: resolve(values.out), context: resolve(values.context) };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

try {
  await assemble(readArguments());
} catch (error) {
  if (!(error instanceof AssemblyError)) throw error;
  process.stderr.write(`assemble-edition: ${error.message}\n`);
  process.exitCode = 1;
}
