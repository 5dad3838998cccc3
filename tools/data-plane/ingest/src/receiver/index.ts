export { isAgentVersion } from './agent-version.ts';
export type { Log } from './answer-request.ts';
export type { Address } from './listen.ts';
export { createMetrics } from './metrics.ts';
export {
  defaultMaxSnapshotBytes,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from './receiver.ts';
export { ReceiverError } from './receiver-error.ts';
