import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import {
  buildInputs,
  forgetBuild,
  hasOutputs,
  readBuildState,
  readInputs,
  recordBuild,
} from '../build-state.mjs';
import { root as repository } from '../repository.mjs';

function write(root, path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('build state', () => {
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'build-state-'));
    write(root, 'package.json', JSON.stringify({ workspaces: ['kernel', 'tools/*'] }));
    write(root, 'tsconfig.base.json', '{}');
    write(root, 'kernel/package.json', '{}');
    write(root, 'kernel/tsconfig.lib.json', '{}');
    write(root, 'kernel/src/money/round.ts', 'export const one = 1;\n');
    write(root, 'kernel/test/round.test.ts', '// a test\n');
    write(root, 'kernel/dist/tsconfig.lib.tsbuildinfo', '{}');
    write(root, 'tools/develop/workspace/package.json', '{}');
  });

  afterEach(() => rmSync(root, { recursive: true }));

  function finishBuild() {
    recordBuild(root, readBuildState(root).inputs);
  }

  it('reads sources and settings of built packages, not tests and outputs', () => {
    expect(buildInputs(root)).to.deep.equal([
      'kernel/package.json',
      'kernel/src/money/round.ts',
      'kernel/tsconfig.lib.json',
      'tsconfig.base.json',
    ]);
  });

  it('is not built before the first build, and built after it', () => {
    expect(readBuildState(root).isBuilt).to.equal(false);
    finishBuild();
    expect(readBuildState(root).isBuilt).to.equal(true);
  });

  it('is not built when a source changes', () => {
    finishBuild();
    write(root, 'kernel/src/money/round.ts', 'export const one = 1n;\n');
    expect(readBuildState(root).isBuilt).to.equal(false);
  });

  it('is not built when a source is added or removed', () => {
    finishBuild();
    write(root, 'kernel/src/money/split.ts', '');
    expect(readBuildState(root).isBuilt, 'added').to.equal(false);
    finishBuild();
    rmSync(join(root, 'kernel/src/money/split.ts'));
    expect(readBuildState(root).isBuilt, 'removed').to.equal(false);
  });

  it('stays built when a source is only touched, or a test changes', () => {
    finishBuild();
    utimesSync(join(root, 'kernel/src/money/round.ts'), new Date(), new Date(0));
    write(root, 'kernel/test/round.test.ts', '// another test\n');
    expect(readBuildState(root).isBuilt).to.equal(true);
  });

  it('is not built when the output of a package is missing', () => {
    finishBuild();
    rmSync(join(root, 'kernel/dist'), { recursive: true });
    expect(hasOutputs(root)).to.equal(false);
    expect(readBuildState(root).isBuilt).to.equal(false);
  });

  it('is not built after the last build is forgotten', () => {
    finishBuild();
    forgetBuild(root);
    expect(readBuildState(root).isBuilt).to.equal(false);
  });

  it('does not read a file again whose size and time are the same', () => {
    const path = join(root, 'kernel/src/money/round.ts');
    const then = new Date(1_777_896_000_000);
    utimesSync(path, then, then);
    const known = readInputs(root);
    write(root, 'kernel/src/money/round.ts', 'export const two = 2;\n');
    utimesSync(path, then, then);
    expect(readInputs(root, known.files).digest).to.equal(known.digest);
    expect(readInputs(root).digest).to.not.equal(known.digest);
  });

  it('has an output of every package of this repository, which npm test has built', () => {
    expect(hasOutputs(repository)).to.equal(true);
  });
});
