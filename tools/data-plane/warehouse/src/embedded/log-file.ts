import { open, readFile, rename, stat } from 'node:fs/promises';

const maxBytes = 1024 * 1024;

/** Opens the log for appending; a large log is renamed first. */
export async function openLog(path: string) {
  const size = await fileSize(path);
  if (size > maxBytes) await rename(path, `${path}.1`).catch(() => undefined);
  return { file: await open(path, 'a', 0o600), from: size > maxBytes ? 0 : size };
}

async function fileSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The content of the log from a position on. */
export async function readLog(path: string, from: number): Promise<string> {
  const content = await readFile(path).catch(() => Buffer.alloc(0));
  return content.subarray(from).toString('utf8');
}
