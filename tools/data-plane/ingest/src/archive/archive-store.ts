/** A file that is read in parts. */
export interface StoredFile {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** Where archived months are kept: a folder, or a bucket. */
export interface ArchiveStore {
  /** As the operator would name it. */
  readonly location: string;
  /** The file is there with all of its bytes or, where this fails, as it was before. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined: there is no such file. */
  open(name: string): Promise<StoredFile | undefined>;
}
