import { type Readable } from 'node:stream';

/** What a streaming route answers with, for the document. */
export interface StreamShape {
  readonly contentTypes: readonly string[];
  /** Response headers by name, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields that follow the body, by name, each with its meaning. Without it the body has an end of its own. */
  readonly trailers?: Readonly<Record<string, string>>;
}

/**
 * A file that is sent while it is made. Its status is sent before its end is known, so whether it
 * is whole is said by the trailers after it, or by its own last line.
 */
export interface StreamedFile {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends when the file is whole, fails when it cannot be made whole. Destroyed with the request. */
  readonly body: Readable;
  /** The trailers of a whole file; asked for once the body has ended. */
  readonly trailers?: () => Promise<Readonly<Record<string, string>>>;
  /** The trailers of a file that is not whole. */
  readonly failedTrailers?: Readonly<Record<string, string>>;
  /** Ends a file that is not whole, so that it does not parse even where trailers are dropped. */
  readonly brokenEnd?: string;
}
