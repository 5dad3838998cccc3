import { type ExportedFile } from '@costplane/client';
import { type FileTarget } from '../../parts/save-file.ts';
import { type RowCounter } from './count-rows.ts';

/** A file that was saved completely. */
export interface Received {
  readonly file: ExportedFile;
  readonly bytes: number;
  /** Undefined if the format does not allow counting. */
  readonly rows: number | undefined;
}

const reportEveryMs = 100;

/** Writes the file while it streams. */
export async function receive(
  file: ExportedFile,
  target: FileTarget,
  counter: RowCounter,
  onBytes: (bytes: number) => void,
): Promise<Received> {
  let bytes = 0;
  let reportedAt = 0;
  const reader = file.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await target.write(value);
      counter.add(value);
      bytes += value.byteLength;
      if (Date.now() - reportedAt < reportEveryMs) continue;
      reportedAt = Date.now();
      onBytes(bytes);
    }
    await target.close();
    return { file, bytes, rows: counter.count() };
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
}
