import { extname } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { type WorkerAnswer, type WorkerRequest, type WorkerTask } from './worker-messages.ts';

/** Beside this file, from source or built. */
const workerFile = new URL(`./encoder-worker${extname(import.meta.filename)}`, import.meta.url);

/**
 * Turns the text of rows into a file of another format, in a thread of its own, which ends with the stream.
 * One buffer is with the worker at a time, and none while the file is not taken off.
 */
export class EncoderStream extends Transform {
  readonly #worker: Worker;
  /** Goes to the worker and comes back, so that the garbage of either does not pile up. */
  #buffer: ArrayBuffer | undefined = new ArrayBuffer(2 ** 16);
  #answered: TransformCallback | undefined;

  constructor(task: WorkerTask) {
    super();
    this.#worker = new Worker(workerFile, {
      workerData: task,
      // Nearly all that it makes is soon garbage: the less it may hold, the sooner it is taken away.
      // The footer of Parquet is what stays, 40 KB a group of rows: this is room for 300 million of them.
      resourceLimits: { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 1024 },
    });
    this.#worker.on('message', (answer: WorkerAnswer) => {
      this.#take(answer);
    });
    this.#worker.on('error', (error: Error) => this.destroy(error));
    this.#worker.on('exit', () => {
      if (!this.destroyed) this.destroy(new Error('the worker that encodes has ended'));
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
