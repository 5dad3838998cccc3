import { type ChildProcess } from 'node:child_process';
import { type ProcessFamily, readCpuSeconds, readFamily } from './process-table.ts';

const sampleEveryMs = 100;

/** What the processes of one side took while it was measured. */
export interface Use {
  readonly seconds: number;
  readonly nodeCpuSeconds: number;
  /** Null where the server is not on this machine. */
  readonly postgresCpuSeconds: number | null;
  /** The largest resident memory of the process that worked most, with those that it started. */
  readonly nodePeakMib: number;
  /** Of all processes of PostgreSQL, without what they share. */
  readonly postgresPeakMib: number;
}

/** The processes of both sides. Those that make the load are not among them. */
const sides = new Set<number>();

/** Says that a process is one of a side that is measured. */
export function meterProcess({ pid = 0 }: ChildProcess, ended: Promise<unknown>): void {
  sides.add(pid);
  void ended.finally(() => sides.delete(pid)).catch(() => undefined);
}

interface Course {
  readonly before: number;
  cpuSeconds: number;
  peakMib: number;
}

/** Measures what the sides and PostgreSQL take while `work` goes on. */
export async function meter<Result>(
  postmaster: number | undefined,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly use: Use }> {
  const courses = new Map<number, Course>();
  let postgres: ProcessFamily = readFamily(postmaster ?? 0);
  const postgresBefore = postgres.cpuSeconds;
  let postgresPeakMib = 0;
  const sample = (isFirst: boolean) => {
    for (const pid of sides) {
      const { cpuSeconds, residentMib } = readFamily(pid);
      const course = courses.get(pid) ?? {
        before: isFirst ? cpuSeconds : 0,
        cpuSeconds,
        peakMib: 0,
      };
      course.cpuSeconds = Math.max(course.cpuSeconds, cpuSeconds);
      course.peakMib = Math.max(course.peakMib, residentMib);
      courses.set(pid, course);
    }
    postgres = readFamily(postmaster ?? 0);
    postgresPeakMib = Math.max(postgresPeakMib, postgres.ownMib);
  };
  sample(true);
  const nodeBefore = sumOfSides();
  const startedAt = performance.now();
  const sampling = setInterval(sample, sampleEveryMs, false);
  try {
    const result = await work();
    const seconds = (performance.now() - startedAt) / 1_000;
    sample(false);
    const busiest = [...courses.values()].toSorted((one, other) => worked(other) - worked(one))[0];
    return {
      result,
      use: {
        seconds,
        nodeCpuSeconds: sumOfSides() - nodeBefore,
        postgresCpuSeconds: postmaster === undefined ? null : postgres.cpuSeconds - postgresBefore,
        nodePeakMib: busiest?.peakMib ?? 0,
        postgresPeakMib,
      },
    };
  } finally {
    clearInterval(sampling);
  }
}

const worked = ({ before, cpuSeconds }: Course) => cpuSeconds - before;

/** With those that have ended: they were all started by this process. */
function sumOfSides(): number {
  const [, ended] = readCpuSeconds(process.pid);
  return [...sides].reduce((sum, pid) => sum + readFamily(pid).cpuSeconds, ended);
}
