import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const recordFile = (root) => join(root, 'node_modules/.cache/costplane-build/record.json');
const rootInputs = ['nx.json', 'package-lock.json', 'tsconfig.base.json'];
const packageInputs = ['package.json', 'tsconfig.json', 'tsconfig.lib.json'];

/** The folders of the packages that are built: those with a tsconfig.lib.json. */
export function builtPackages(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) => {
      if (!pattern.endsWith('/*')) return [pattern];
      const parent = pattern.slice(0, -2);
      return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
    })
    .filter((folder) => existsSync(join(root, folder, 'tsconfig.lib.json')))
    .sort();
}

function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}

/** Every file that a build reads, relative to the root. */
export function buildInputs(root) {
  const ofPackages = builtPackages(root).flatMap((folder) => [
    ...packageInputs.map((name) => `${folder}/${name}`),
    ...filesBelow(root, `${folder}/src`),
  ]);
  return [...rootInputs, ...ofPackages].filter((file) => existsSync(join(root, file))).sort();
}

/**
 * Reads the state of the build inputs. Only a file whose size or time differs from `known` is
 * read; the digest depends on paths and contents alone.
 */
export function readInputs(root, known = {}) {
  const files = {};
  const digest = createHash('sha256');
  for (const file of buildInputs(root)) {
    const { size, mtimeMs } = statSync(join(root, file));
    const before = known[file];
    const same = before?.size === size && before.mtimeMs === mtimeMs;
    const hash = same
      ? before.hash
      : createHash('sha256')
          .update(readFileSync(join(root, file)))
          .digest('hex');
    files[file] = { size, mtimeMs, hash };
    digest.update(`${file}\0${hash}\n`);
  }
  return { digest: digest.digest('hex'), files };
}

function readRecord(root) {
  try {
    return JSON.parse(readFileSync(recordFile(root), 'utf8'));
  } catch {
    return { files: {} };
  }
}

/** Whether every built package has its output. The compiler writes this file last. */
export function hasOutputs(root) {
  return builtPackages(root).every((folder) =>
    existsSync(join(root, folder, 'dist/tsconfig.lib.tsbuildinfo')),
  );
}

/** The state of the inputs now, and whether the last finished build was made from it. */
export function readBuildState(root) {
  const record = readRecord(root);
  const inputs = readInputs(root, record.files);
  return { inputs, isBuilt: record.digest === inputs.digest && hasOutputs(root) };
}

/** Forgets the last build, so that one cut short is made again. */
export function forgetBuild(root) {
  rmSync(recordFile(root), { force: true });
}

/** Records a finished build, made from `inputs`. */
export function recordBuild(root, inputs) {
  const file = recordFile(root);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(inputs));
  renameSync(`${file}.${process.pid}`, file);
}
