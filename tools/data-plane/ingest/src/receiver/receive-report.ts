import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CutValues } from '../cut-long-values.ts';
import { acceptance, type Answer } from './answer.ts';
import { type Agent, type AgentTokens } from './agent-tokens.ts';
import { type FullDisk } from './full-disk.ts';
import { type ClusterQueues } from './cluster-queues.ts';
import { type Outcome, type Report } from './messages.ts';
import { type Metrics } from './metrics.ts';
import { unavailable } from './refusal.ts';
import { type AdmissionControl } from './admission-control.ts';
import { authenticate } from './steps/authenticate.ts';
import { checkAgentVersion } from './steps/check-agent-version.ts';
import { checkHeaders, namedIds } from './steps/check-headers.ts';
import { matchRoute } from './steps/match-route.ts';
import { clientGone, readBody } from './steps/read-body.ts';
import { type Workers } from './workers.ts';

export interface Services {
  readonly tokens: AgentTokens;
  readonly admission: AdmissionControl;
  readonly queues: ClusterQueues;
  readonly workers: Workers;
  readonly metrics: Metrics;
  readonly fullDisk: FullDisk;
  readonly oldestAgent: string | undefined;
  /** Time limits for the body and for the whole response: shorter than an agent waits. */
  readonly bodyWithinMs: number;
  readonly answerWithinMs: number;
  readonly isStopping: () => boolean;
  readonly logCut: (clusterId: string, cut: CutValues) => void;
}

/** Maximum length of a logged id, which a client can choose freely. */
const maxLoggedLength = 64;

/** Facts of a request for the log. */
export interface Noted {
  agent?: Agent;
  snapshotId?: string | undefined;
  cut?: CutValues | undefined;
}

/**
 * Handles a request, in the order of its checks.
 *
 * @throws {Refusal} as soon as it is clear that the report is refused
 */
export async function receiveReport(
  request: IncomingMessage,
  response: ServerResponse,
  services: Services,
  noted: Noted,
): Promise<Answer> {
  const receivedAt = Date.now();
  const { admission, isStopping, tokens, oldestAgent, bodyWithinMs, answerWithinMs } = services;
  matchRoute(request);
  if (isStopping()) throw unavailable('stopping', 'The receiver is stopping.');
  noted.agent = await authenticate(request, tokens);
  checkAgentVersion(request.headers['x-agent-version'], oldestAgent);
  const declared = checkHeaders(request);
  const ids = namedIds(request);
  noted.snapshotId = ids[0]?.slice(0, maxLoggedLength);
  const { agent } = noted;
  if (request.destroyed) throw clientGone();
  const slot = admission.acquire(agent, declared ?? 0);
  try {
    invite(request, response);
    const body = await readBody(request, slot, { declared, withinMs: bodyWithinMs });
    const signal = abortOnTimeoutOrClose(response, receivedAt + answerWithinMs);
    const outcome = await apply(request, { agent, body, namedIds: ids }, signal, services);
    noted.snapshotId = outcome.snapshotId;
    noted.cut = outcome.cut;
    return acceptance(agent.clusterId, outcome, { receivedAt, processedAt: Date.now() });
  } finally {
    slot.release();
  }
}

/** Invites the client to send the body, if it waits for that. */
function invite({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
}

/** Checks the token again before the report is applied, because it may have been revoked meanwhile. */
async function apply(
  request: IncomingMessage,
  report: Report,
  signal: AbortSignal,
  { tokens, queues, workers, metrics, fullDisk }: Services,
): Promise<Outcome> {
  const arrivedAt = performance.now();
  return queues.run(report.agent, signal, async () => {
    const begunAt = performance.now();
    const agent = await authenticate(request, tokens);
    const outcome = await workers.run({ ...report, agent }).catch((error: unknown) => {
      fullDisk.failed(error);
      throw error;
    });
    fullDisk.stored();
    metrics.stored(outcome, {
      waiting: (begunAt - arrivedAt) / 1000,
      applying: (performance.now() - begunAt) / 1000,
    });
    return outcome;
  });
}

/** Aborts when the client disconnects, or shortly before its timeout. */
function abortOnTimeoutOrClose(response: ServerResponse, deadline: number): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(unavailable('too_busy', 'The snapshot could not be stored in time.'));
  }, deadline - Date.now());
  response.once('close', () => {
    clearTimeout(timer);
    controller.abort(clientGone());
  });
  return controller.signal;
}
