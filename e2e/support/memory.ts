import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository } from './paths.ts';

const chart = join(repository, 'tools/operate/packaging/helm/costplane/values.yaml');

/** What the chart lets a pod of the service have, in MiB. */
export async function readMemoryLimitMib(): Promise<number> {
  const values = parse(await readFile(chart, 'utf8')) as {
    api: { resources: { limits: { memory: string } } };
  };
  return Number(/^(\d+)Mi$/.exec(values.api.resources.limits.memory)?.[1]);
}

/** The most memory that a process has ever had, in MiB. */
export async function readPeakMemoryMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
