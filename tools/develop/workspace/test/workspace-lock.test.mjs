import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { holdLock } from '../workspace-lock.mjs';

describe('workspace lock', () => {
  let parent;
  let folder;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'workspace-lock-'));
    folder = join(parent, 'state/lock');
  });

  afterEach(() => rmSync(parent, { recursive: true }));

  function leaveLock(pid) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'pid'), String(pid));
  }

  it('admits a second holder only after the first releases it', async () => {
    const order = [];
    const release = await holdLock(folder);
    const second = holdLock(folder, () => order.push('waits')).then((releaseSecond) => {
      order.push('enters');
      releaseSecond();
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    order.push('released');
    release();
    await second;
    expect(order).to.deep.equal(['waits', 'released', 'enters']);
    expect(readdirSync(join(parent, 'state'))).to.deep.equal([]);
  });

  it('is taken over from a process that has ended', async () => {
    leaveLock(spawnSync(process.execPath, ['--version']).pid);
    const release = await holdLock(folder);
    release();
    expect(readdirSync(join(parent, 'state'))).to.deep.equal([]);
  });

  it('is taken over from a holder that has not refreshed it for too long', async () => {
    leaveLock(process.pid);
    const aMinuteAgo = new Date(Date.now() - 60_000);
    utimesSync(folder, aMinuteAgo, aMinuteAgo);
    const release = await holdLock(folder);
    release();
    expect(readdirSync(join(parent, 'state'))).to.deep.equal([]);
  });
});
