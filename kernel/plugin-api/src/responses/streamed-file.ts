import { type Readable } from 'node:stream';

/** Description of a streamed file for the OpenAPI document. */
export interface StreamShape {
  readonly contentTypes: readonly string[];
  /** Response headers by name, each with its meaning. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Trailers by name, each with its meaning. Without trailers, the body itself marks its end. */
  readonly trailers?: Readonly<Record<string, string>>;
}

/**
 * A file that is sent while it is produced. Its status is sent before the outcome is known, so trailers or
 * the last line of the file say whether it is complete.
 */
export interface StreamedFile {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends when the file is complete, fails when it cannot be completed; destroyed with the request. */
  readonly body: Readable;
  /** The trailers of a complete file; called after the body has ended. */
  readonly trailers?: () => Promise<Readonly<Record<string, string>>>;
  /** The trailers of an incomplete file. */
  readonly failedTrailers?: Readonly<Record<string, string>>;
  /** Written at the end of an incomplete file, so that it does not parse even if a proxy drops trailers. */
  readonly brokenEnd?: string;
}
