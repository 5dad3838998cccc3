import {
  CLOCK,
  createToken,
  KEY_STORE,
  LOGGER,
  type ProvidedBy,
  RATE_LIMIT_STORE,
} from '@costplane/plugin-api';
import { type ByDatabase, type DataVersions, type SharedPools } from '@costplane/reader';
import { type AnswerCache } from '../answers/answer-cache.ts';
import { type createCursorCodec } from '../pagination/cursor.ts';
import { type Metrics } from '../telemetry/metrics.ts';
import { type InnerRequests } from './inner-requests.ts';
import { type StreamLimits } from './steps/stream-file.ts';
import { type UnsentBodies } from './unsent-bodies.ts';

const service = <T>(id: string, description: string) => createToken<T>(id, description, true);

/** The state of the process; while it stops, connections are closed after each response. */
export interface ServiceState {
  isStopping: boolean;
}

/** The services that the steps of the pipeline use, each resolved from the container once. */
export const pipelineTokens = {
  clock: CLOCK,
  log: LOGGER,
  keys: KEY_STORE,
  rateLimits: RATE_LIMIT_STORE,
  cursors: service<ReturnType<typeof createCursorCodec>>('cursor-codec', 'the cursors of lists'),
  pools: service<ByDatabase<SharedPools>>('databases', 'the databases of state and history'),
  versions: service<ByDatabase<Pick<DataVersions, 'read'>>>(
    'versions',
    'the versions of the data of responses',
  ),
  answers: service<AnswerCache>('answers', 'cached responses'),
  build: service<string>('build', 'the installed packages and their configuration'),
  /** Time that a request may read history. */
  ledgerTimeoutSeconds: service<number>('ledger-timeout', 'how long a request may read history'),
  streamLimits: service<StreamLimits>('stream-limits', 'how slowly a file may be read'),
  unsentBodies: service<UnsentBodies>('unsent-bodies', 'the bodies that clients have not read yet'),
  innerRequests: service<InnerRequests>('inner-requests', 'the requests that handlers send'),
  metrics: service<Metrics>('metrics', 'the metrics of the service'),
  state: service<ServiceState>('state', 'whether the service stops'),
} as const;

export type PipelineServices = ProvidedBy<typeof pipelineTokens>;
