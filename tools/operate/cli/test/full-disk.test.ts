import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { costplane } from './costplane.ts';

/** Room for an empty embedded database, and for little in it. */
const disk = ['-t', 'tmpfs', '-o', 'size=64m,mode=755', 'tmpfs'];

describe('the embedded database on a disk that becomes full', () => {
  let folder: string;
  before(async function () {
    folder = await mkdtemp(join(tmpdir(), 'costplane-full-'));
    await chmod(folder, 0o755);
    if (spawnSync('mount', [...disk, folder]).status !== 0) this.skip();
  });
  after(async () => {
    // The server may still be stopping: it is of no use to wait for it.
    spawnSync('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true, force: true });
  });

  it('reports that no space is left, with the path', async () => {
    const home = join(folder, 'home');
    const { code, stderr } = await costplane(['sample', 'load', '--scale', 'small'], {
      env: { COSTPLANE_HOME: home },
    });
    expect(code).to.equal(1);
    expect(stderr.trim().split('\n').at(-1)).to.match(
      /^costplane: (No space left for the database in .*home|The disk of the database is full); /,
    );
  });
});
