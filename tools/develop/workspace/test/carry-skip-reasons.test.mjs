import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { root } from '../repository.mjs';

const run = promisify(execFile);

describe('a run of several processes', () => {
  it('reports why a test was skipped in one of them', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        ...[join(root, 'node_modules/mocha/bin/mocha.js'), '--no-config', '--parallel'],
        ...['--jobs', '2', '--require', './tools/develop/workspace/carry-skip-reasons.mjs'],
        ...['--reporter', 'tools/develop/workspace/summary-reporter.mjs'],
        ...[
          'tools/develop/workspace/test/fixtures/skipping.mjs',
          'tools/develop/workspace/test/test-arguments.test.mjs',
        ],
      ],
      { cwd: root },
    );
    expect(stdout).to.contain(
      'Skipped 1 (no such thing): a suite that cannot run here is skipped\n',
    );
    expect(stdout).to.match(/\n\d+ passed, 0 failed, 1 skipped\n$/);
  });
});
