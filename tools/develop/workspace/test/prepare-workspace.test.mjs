import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { builtProjects } from '../prepare-workspace.mjs';
import { root } from '../repository.mjs';

describe('the build', () => {
  it('covers every package with a tsconfig.lib.json', () => {
    const folders = '{kernel/*,plugins/*,tools/client,tools/*/*}/tsconfig.lib.json';
    expect(builtProjects().toSorted()).to.deep.equal(globSync(folders, { cwd: root }).toSorted());
  });

  it('has an output of every package, which npm test has built', () => {
    for (const project of builtProjects()) {
      const output = join(root, dirname(project), 'dist/tsconfig.lib.tsbuildinfo');
      expect(existsSync(output), output).to.equal(true);
    }
  });
});
