import { type RequestContext, type Uses } from '../../plugin/define-route.ts';
import { type Parameters } from '../../parameters/parameter.ts';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

type AnyContext = RequestContext<unknown, Parameters, Parameters, unknown>;

/** Step 8: the plugin's handler, with a context that holds what it may know. */
export async function runHandler(exchange: Exchange, services: PipelineServices): Promise<unknown> {
  const { route } = exchange;
  const uses = resolveUses(route.uses, exchange);
  return await route.definition.handler(contextOf(exchange, services) as never, uses as never);
}

function contextOf(exchange: Exchange, { databases, ledger, clock }: PipelineServices): AnyContext {
  const { principal, input, response, requestId } = exchange;
  const organization = principal?.organization ?? { id: '', currency: '' };
  const whileItLasts = onceOnly(() => signalOf(response));
  const history = onceOnly(() => ledger.of(organization.id, whileItLasts()));
  return {
    ...(input ?? emptyInput),
    get db() {
      return databases.of(organization.id);
    },
    get ledger() {
      return history();
    },
    async snapshot() {
      const view = await ledger.snapshot(organization.id, whileItLasts());
      response.once('close', () => void view.close());
      return view;
    },
    organization,
    allowedClusters: principal?.allowedClusters ?? null,
    now: clock.now(),
    requestId,
    get signal() {
      return whileItLasts();
    },
  };
}

/** Aborted when the client goes away before it has its answer. */
function signalOf(response: Exchange['response']): AbortSignal {
  const gone = new AbortController();
  const abort = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return gone.signal;
}

function onceOnly<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const emptyInput = {
  params: {},
  query: {},
  body: undefined,
  page: { limit: 1, includeTotal: false },
  costMode: 'fully_loaded',
  basis: 'legacy',
} as const;

function resolveUses(uses: Uses, { route }: Exchange): Record<string, unknown> {
  const resolved: Record<string, unknown> = {};
  for (const [name, token] of Object.entries(uses)) {
    resolved[name] = route.container.get(token);
  }
  return resolved;
}
