import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMs = 2_000;
const sayWaitingMs = 10_000;
const abandonedAfterMs = 30_000;
/** What renaming onto a folder that is not empty fails with, by platform. */
const taken = new Set(['EEXIST', 'ENOTEMPTY', 'EPERM']);

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const holder = (folder) => Number(readFileSync(join(folder, 'pid'), 'utf8'));

/**
 * The pid of a holder that is gone, if it is. The heartbeat decides where the pid cannot: in
 * another container on the same folder, or after a restart that gave the number away again.
 */
function abandonedBy(folder) {
  const silentMs = Date.now() - statSync(folder).mtimeMs;
  const pid = holder(folder);
  return silentMs > abandonedAfterMs || !isRunning(pid) ? pid : undefined;
}

/** Takes the lock if it is free. A folder that is renamed into place is never seen half made. */
function claim(folder) {
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  writeFileSync(join(own, 'pid'), String(process.pid));
  try {
    renameSync(own, folder);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (taken.has(error.code)) return false;
    throw error;
  }
}

/** Moves an abandoned lock out of the way; back again if another process was faster. */
function clearAbandoned(folder) {
  const aside = `${folder}.${process.pid}.abandoned`;
  try {
    const pid = abandonedBy(folder);
    if (pid === undefined) return;
    renameSync(folder, aside);
    if (holder(aside) !== pid) renameSync(aside, folder);
  } catch (error) {
    if (!taken.has(error.code) && error.code !== 'ENOENT') throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/**
 * Waits for the lock folder and holds it. Returns the function that gives it back.
 * `onWait` is called while another process has it, every ten seconds.
 */
export async function holdLock(folder, onWait = () => {}) {
  mkdirSync(dirname(folder), { recursive: true });
  for (let saidAt = -Infinity; !claim(folder);) {
    clearAbandoned(folder);
    if (Date.now() - saidAt >= sayWaitingMs) {
      onWait();
      saidAt = Date.now();
    }
    await sleep(200);
  }
  const heartbeat = setInterval(() => utimesSync(folder, new Date(), new Date()), heartbeatMs);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    if (holder(folder) === process.pid) rmSync(folder, { recursive: true, force: true });
  };
}
