import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateFiles } from '../src/files.ts';
import { command } from '../src/generated.ts';
import { repository } from '../src/repository.ts';

describe('generated files', () => {
  it('match the code: docs/reference, the options in READMEs, the OpenAPI snapshots, the types of the client', async () => {
    const stale = [];
    for (const { path, text } of await generateFiles()) {
      const present = await readFile(join(repository, path), 'utf8').catch(() => '');
      if (present !== text) stale.push(path);
    }
    expect(stale, `not current; run \`${command}\` and commit what it changes`).to.deep.equal([]);
  });
});
