import { readFileSync } from 'node:fs';

function readParent(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return undefined; // Not Linux: only the direct parent is known.
  }
}

function ancestors(generations) {
  const pids = [process.pid];
  while (pids.length <= generations) pids.push(readParent(pids.at(-1)));
  return pids.join(' ');
}

/**
 * Stops this process, as if it had been asked to, once its parent has gone (with `generations` 2
 * also the parent's parent). A process that is killed outright cannot pass a signal on.
 */
export function stopWhenOrphaned(generations = 1) {
  const before = ancestors(generations);
  const watch = setInterval(() => {
    if (ancestors(generations) === before) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
