import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;
const pagesPerMib = 256;

/** A process and all that it has started; Linux only. */
export interface ProcessFamily {
  /** Of the processes that run, and of those that have ended and were waited for. */
  readonly cpuSeconds: number;
  readonly residentMib: number;
  /** Without the memory that processes share, such as PostgreSQL's buffers. */
  readonly ownMib: number;
}

const nobody: ProcessFamily = { cpuSeconds: 0, residentMib: 0, ownMib: 0 };

/** What a process and those that it has started take; nothing of one that has ended. */
export function readFamily(pid: number): ProcessFamily {
  try {
    const [own, waitedFor] = readCpuSeconds(pid);
    const statm = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    const [, resident = 0, shared = 0] = statm;
    const members = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map((child) => readFamily(Number(child)));
    return members.reduce(
      (sum, member) => ({
        cpuSeconds: sum.cpuSeconds + member.cpuSeconds,
        residentMib: sum.residentMib + member.residentMib,
        ownMib: sum.ownMib + member.ownMib,
      }),
      {
        cpuSeconds: own + waitedFor,
        residentMib: resident / pagesPerMib,
        ownMib: (resident - shared) / pagesPerMib,
      },
    );
  } catch {
    return nobody;
  }
}

/** Of a process itself, and of those that it has started and that have ended. */
export function readCpuSeconds(pid: number): readonly [own: number, waitedFor: number] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before may hold anything, even a parenthesis.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (from: number) =>
    (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond;
  return [seconds(11), seconds(13)];
}
