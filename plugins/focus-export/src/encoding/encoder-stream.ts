import { extname } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { type WorkerAnswer, type WorkerRequest, type WorkerTask } from './worker-messages.ts';

/** Next to this file, as source or as build output. */
const workerFile = new URL(`./encoder-worker${extname(import.meta.filename)}`, import.meta.url);

/**
 * Converts rows to another file format in a worker thread, which ends with the stream. The worker
 * has at most one buffer at a time, and none while the reader of the file does not keep up.
 */
export class EncoderStream extends Transform {
  readonly #worker: Worker;
  /** Transferred to the worker and back, so that neither side allocates a buffer per chunk. */
  #buffer: ArrayBuffer | undefined = new ArrayBuffer(2 ** 16);
  #answered: TransformCallback | undefined;

  constructor(task: WorkerTask) {
    super();
    this.#worker = new Worker(workerFile, {
      workerData: task,
      // Nearly everything that the worker allocates is short-lived: a small young generation is collected
      // early. Only the Parquet footer stays, 40 KB per row group: enough for 300 million rows.
      resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1024 },
    });
    this.#worker.on('message', (answer: WorkerAnswer) => {
      this.#take(answer);
    });
    this.#worker.on('error', (error: Error) => this.destroy(error));
    this.#worker.on('exit', () => {
      if (!this.destroyed) this.destroy(new Error('the encoder worker has exited'));
    });
  }

  override _transform(rows: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const { length } = rows;
    const kept = this.#buffer;
    const buffer = kept && kept.byteLength >= length ? kept : new ArrayBuffer(length);
    new Uint8Array(buffer).set(rows);
    this.#ask({ buffer, length }, [buffer], done);
  }

  override _flush(done: TransformCallback): void {
    this.#ask(null, [], done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#worker.terminate();
    done(error);
  }

  #ask(request: WorkerRequest, transferred: ArrayBuffer[], done: TransformCallback): void {
    this.#answered = done;
    this.#worker.postMessage(request, transferred);
  }

  #take({ bytes, buffer }: WorkerAnswer): void {
    this.#buffer = buffer;
    if (bytes.length > 0) this.push(Buffer.from(bytes.buffer));
    this.#answered?.();
  }
}
