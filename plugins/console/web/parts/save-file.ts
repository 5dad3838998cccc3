/** Where a file is written to, piece by piece. Until it is closed, nothing of it is kept. */
export interface FileTarget {
  write(chunk: Uint8Array): Promise<void> | void;
  close(): Promise<void> | void;
  abort(): Promise<void> | void;
}

type SaveFilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

const picker = (): SaveFilePicker | undefined =>
  (globalThis as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker;

/** Whether the browser writes a file as it comes, instead of keeping it in memory. */
export const savesToDisk = (): boolean => picker() !== undefined;

/** In bytes: what a file in memory may come to. */
export const largestInMemory = 512 * 2 ** 20;

/** Asks where to save, if the browser can; undefined if the person thinks better of it. */
export async function chooseFile(name: string): Promise<FileTarget | undefined> {
  const choose = picker();
  if (!choose) return keepInMemory(name);
  try {
    const handle = await choose({ suggestedName: name });
    const stream = await handle.createWritable();
    return {
      write: (chunk) => stream.write(chunk as Uint8Array<ArrayBuffer>),
      close: () => stream.close(),
      abort: () => stream.abort(),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

function keepInMemory(name: string): FileTarget {
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  return {
    write(chunk) {
      bytes += chunk.byteLength;
      if (bytes > largestInMemory) {
        throw new RangeError('The file is too large for the memory of this page.');
      }
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
    },
    close() {
      saveBlob(name, new Blob(chunks));
    },
    abort() {
      chunks = [];
    },
  };
}

/** Saves a text as a file of the browser's downloads. */
export const saveText = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
