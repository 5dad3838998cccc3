/** A file that is written in chunks. It is saved only when it is closed. */
export interface FileTarget {
  write(chunk: Uint8Array): Promise<void> | void;
  close(): Promise<void> | void;
  abort(): Promise<void> | void;
}

type SaveFilePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;

const picker = (): SaveFilePicker | undefined =>
  (globalThis as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker;

/** Whether the browser can stream a file to disk, instead of keeping it in memory. */
export const savesToDisk = (): boolean => picker() !== undefined;

/** The maximum size of a file in memory, in bytes. */
export const largestInMemory = 512 * 2 ** 20;

/** Asks where to save, if the browser supports it; undefined if the user cancels. */
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

/** Saves a text as a download. */
export const saveText = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the blob after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
