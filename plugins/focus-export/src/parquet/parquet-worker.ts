import { parentPort, workerData } from 'node:worker_threads';
import { ParquetEncoder } from './parquet-encoder.ts';
import { type WorkerAnswer, type WorkerRequest, type WorkerTask } from './worker-messages.ts';

const { columns, createdBy } = workerData as WorkerTask;
const encoder = new ParquetEncoder(columns, createdBy);

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
