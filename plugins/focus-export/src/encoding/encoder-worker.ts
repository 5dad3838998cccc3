import { parentPort, workerData } from 'node:worker_threads';
import {
  type Encoder,
  type WorkerAnswer,
  type WorkerRequest,
  type WorkerTask,
} from './worker-messages.ts';

const encoder = await createEncoder(workerData as WorkerTask);

parentPort?.on('message', (request: WorkerRequest) => {
  if (request === null) {
    const bytes = encoder.finish();
    answer({ bytes, buffer: undefined }, [bytes.buffer]);
  } else {
    const { buffer, length } = request;
    const bytes = encoder.encode(new Uint8Array(buffer, 0, length));
    answer({ bytes, buffer }, [bytes.buffer, buffer]);
  }
});

function answer(message: WorkerAnswer, transferred: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transferred);
}

/** Loads only the encoder of the requested format. */
async function createEncoder({ format, columns }: WorkerTask): Promise<Encoder> {
  if (format === 'jsonl') {
    const { JsonLinesEncoder } = await import('../formats/json-lines-encoder.ts');
    return new JsonLinesEncoder(columns);
  }
  const { ParquetEncoder } = await import('../parquet/parquet-encoder.ts');
  return new ParquetEncoder(columns, 'Costplane');
}
