import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const sampleEveryMs = 50;
const kibPerMib = 1024;

/** The resident memory of a process in MiB, now; Linux only. */
export async function readResidentMib(pid: number): Promise<number> {
  return readMib(pid, 'VmRSS');
}

/** Of a process and those that it has started, now; Linux only. */
export async function readFamilyMib(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = [pid, ...children.split(' ').filter(Boolean).map(Number)];
  const each = await Promise.all(pids.map((one) => readResidentMib(one).catch(() => 0)));
  return each.reduce((sum, mib) => sum + mib, 0);
}

/** The largest resident memory that a process has had since its start, in MiB; Linux only. */
export async function readPeakMib(pid: number): Promise<number> {
  return readMib(pid, 'VmHWM');
}

/** Watches a process while `work` goes on: its result, and the largest resident memory seen. */
export async function watchMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly peakMib: number }> {
  let peakMib = await readResidentMib(pid);
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      peakMib = Math.max(peakMib, await readResidentMib(pid));
      await sleep(sampleEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  try {
    const result = await work();
    return { result, peakMib };
  } finally {
    over.abort();
    await watching;
  }
}

async function readMib(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kib = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  // A process that is just ending has none.
  return Number(kib ?? 0) / kibPerMib;
}
