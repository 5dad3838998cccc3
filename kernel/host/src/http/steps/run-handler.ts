import { AnswerClock } from '../../answers/answer-clock.ts';
import { resolveAll } from '../../container/container.ts';
import { type Unreleased } from '@costplane/reader';
import { type Deadline, DeadlineExceeded, withDeadline } from '../deadlines.ts';
import {
  type AnyContext,
  describeExchange,
  type Exchange,
  requestDatabases,
  type ValidExchange,
} from '../exchange.ts';
import { once } from '../../once.ts';
import { type PipelineServices } from '../services.ts';
import { destroyQuietly, isFile } from './stream-file.ts';

/** Margin, so that a slow query of the history fails before the deadline of its request. */
const ledgerGraceSeconds = 2;

/** Step 9: runs the plugin's handler with its context and its deadline. */
export async function runHandler(
  exchange: ValidExchange,
  services: PipelineServices,
): Promise<unknown> {
  const { route } = exchange;
  const uses = resolveAll(route.uses, route.container);
  try {
    const result = await withDeadline(
      route.deadlineSeconds,
      (deadline) =>
        route.definition.handler(
          buildContext(exchange, deadline, services) as never,
          uses as never,
        ),
      (late) => throwAway(late, exchange, services),
    );
    if (route.definition.stream) releaseOnceSent(exchange, services);
    else warnOfOpen(releaseDatabases(exchange, services), exchange, services);
    return result;
  } catch (failure) {
    const left = releaseDatabases(exchange, services);
    // After a failed query, parallel ones may still run, which the handler could not have awaited.
    const open = left.filter((what) => what === 'transaction');
    const isCutOff = failure instanceof DeadlineExceeded || exchange.response.destroyed;
    if (!isCutOff) warnOfOpen(open, exchange, services);
    throw failure;
  }
}

/** A file may still read from the connections of its handler. */
function releaseOnceSent(exchange: Exchange, services: PipelineServices): void {
  const { response } = exchange;
  const release = () => {
    const left = releaseDatabases(exchange, services);
    if (response.writableFinished) warnOfOpen(left, exchange, services);
  };
  if (response.destroyed) release();
  else response.once('close', release);
}

/** Connections that handlers leave in use would soon exhaust the pool. */
const releaseDatabases = (exchange: Exchange, { pools }: PipelineServices) =>
  requestDatabases(exchange, pools).close();

function warnOfOpen(
  { length: connections }: readonly Unreleased[],
  exchange: Exchange,
  { log }: PipelineServices,
): void {
  if (connections === 0) return;
  log.warn(
    { ...describeExchange(exchange), connections },
    'a handler ended and left a transaction, a connection or a query open',
  );
}

/** Discards a late result; a file is closed. */
function throwAway(
  late: PromiseSettledResult<unknown>,
  exchange: Exchange,
  { log }: PipelineServices,
): void {
  const fields = describeExchange(exchange);
  if (late.status === 'rejected') {
    log.warn({ ...fields, err: late.reason as unknown }, 'a handler failed after its deadline');
    return;
  }
  if (isFile(late.value)) destroyQuietly(late.value.body);
  log.warn(fields, 'a handler answered after its deadline');
}

function buildContext(
  exchange: ValidExchange,
  deadline: Deadline,
  { pools, ledgerTimeoutSeconds, clock, innerRequests }: PipelineServices,
): AnyContext {
  const { principal, input, request, response, requestId, route } = exchange;
  const organization = principal?.organization ?? { id: '', currency: '' };
  const databases = requestDatabases(exchange, pools);
  const whileItLasts = once(() => createSignal(response, deadline));
  const history = once(() => {
    if (route.definition.deadlineSeconds === undefined) {
      deadline.extend(ledgerTimeoutSeconds + ledgerGraceSeconds);
    }
    return databases.history(whileItLasts(), ledgerTimeoutSeconds * 1000);
  });
  let isCounted = true;
  const time = (exchange.clock = new AnswerClock(clock.now()));
  const context: AnyContext = {
    ...input,
    get db() {
      return databases.state;
    },
    get ledger() {
      return history();
    },
    snapshot: () => databases.snapshot(whileItLasts()),
    organization,
    allowedClusters: principal?.allowedClusters ?? null,
    scopes: principal?.scopes ?? noScopes,
    get now() {
      return time.now;
    },
    clock: time,
    requestId,
    header: (name) => request.headers[name.toLowerCase()]?.toString(),
    send(inner) {
      const caller = { principal, isCounted };
      isCounted = false;
      return innerRequests.send(inner, { caller, requestId, signal: whileItLasts() });
    },
    get signal() {
      return whileItLasts();
    },
  };
  for (const name of ['ledger', 'now', 'signal']) {
    // Reading them has effects, which a copy of the context must not have.
    Object.defineProperty(context, name, { enumerable: false });
  }
  return context;
}

const noScopes: ReadonlySet<string> = new Set();

/** Aborted when the client disconnects before the response, or at the deadline. */
function createSignal(response: Exchange['response'], deadline: Deadline): AbortSignal {
  const over = new AbortController();
  const abort = () => {
    if (!response.writableFinished) over.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  deadline.passed.catch(() =>
    over.abort(new DOMException('the deadline of the request has passed', 'TimeoutError')),
  );
  return over.signal;
}
