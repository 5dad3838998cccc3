/** A file that is read in parts. */
export interface StoredFile {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** Storage of archived months: a folder or a bucket. */
export interface ArchiveStore {
  /** Its location, as the operator writes it. */
  readonly location: string;
  /** Writes a file atomically; after an error, the previous content remains. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined if the file does not exist. */
  open(name: string): Promise<StoredFile | undefined>;
}
