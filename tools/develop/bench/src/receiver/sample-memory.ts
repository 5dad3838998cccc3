import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../median.ts';
import { readFamily } from '../process-table.ts';

const sampleEveryMs = 500;

/** Resident memory of a process and its workers while something went on, in MiB. */
export interface MemoryCourse {
  readonly peak: number;
  /** Medians of the first third of the time, and of the last. */
  readonly first: number;
  readonly last: number;
}

export async function sampleMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly memory: MemoryCourse }> {
  const samples: number[] = [];
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      samples.push(readFamily(pid).residentMib);
      await sleep(sampleEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  try {
    const result = await work();
    const third = Math.ceil(samples.length / 3);
    const [first, last] = [samples.slice(0, third), samples.slice(-third)].map(median);
    return { result, memory: { peak: Math.max(...samples), first: first ?? 0, last: last ?? 0 } };
  } finally {
    over.abort();
    await sampling;
  }
}
