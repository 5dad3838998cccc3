import { CostplaneError } from '@costplane/client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useRef } from 'react';
import { createConsoleClient, type Question } from './question.ts';
import { type Session } from './session.ts';

/** Why a request is not sent: the key has no scope for it, or its plugin is not loaded. */
export type Absence =
  | { readonly kind: 'scope'; readonly scope: string }
  | { readonly kind: 'family'; readonly operation: string };

/** A pending or received response, with everything that a panel shows in each state. */
export interface Answer<Body> {
  readonly questions: readonly Question<unknown>[];
  /** The last successful response for these resources, also while another is pending and after an error. */
  readonly data: Body | undefined;
  readonly error: Error | undefined;
  readonly absence: Absence | undefined;
  readonly isLoading: boolean;
  /** Whether the data belongs to a previous request, with other settings. */
  readonly isEarlier: boolean;
  /** In milliseconds since 1970. */
  readonly answeredAt: number;
  readonly retry: () => void;
  readonly cancel: () => void;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext.');
  return session;
}

const clients = new Map<string, ReturnType<typeof createConsoleClient>>();

export function useClient() {
  const { key } = useSession();
  const known = clients.get(key);
  if (known) return known;
  const client = createConsoleClient(key);
  clients.set(key, client);
  return client;
}

/** Why the session cannot call an operation; undefined if it can. */
export function findAbsence(session: Session, operation: string): Absence | undefined {
  const scope = session.operations[operation];
  if (scope === undefined) return { kind: 'family', operation };
  if (scope === null || session.scopes.includes(scope)) return undefined;
  return { kind: 'scope', scope };
}

type Bodies<Questions> = {
  readonly [K in keyof Questions]: Questions[K] extends Question<infer Body> ? Body : never;
};

const oneMinuteMs = 60_000;
/** POST requests mostly query past days, so they are refreshed less often. */
const refreshMs = { GET: oneMinuteMs, POST: 5 * oneMinuteMs };
/** Shorter, because a new cluster may report soon and get recommendations soon after. */
const emptyListMs = 15_000;

const isEmptyList = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'data' in body &&
  Array.isArray(body.data) &&
  body.data.length === 0;

/**
 * Sends several requests; `data` is defined when all have succeeded. If the session may not call one of the
 * operations, nothing is sent, and `absence` has the reason.
 */
export function useAnswers<const Questions extends readonly Question<unknown>[]>(
  questions: Questions,
): Answer<Bodies<Questions>> {
  const { results, ...answer } = useResults(questions);
  const resources = JSON.stringify(questions.map(({ path, init }) => [path, init.params?.path]));
  const complete = results.every(({ data }) => data !== undefined)
    ? {
        resources,
        data: results.map(({ data }) => data) as Bodies<Questions>,
        at: Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt), Date.now()),
      }
    : undefined;
  const lastGood = useRef(complete);
  if (complete) lastGood.current = complete;
  const shown = lastGood.current?.resources === resources ? lastGood.current : undefined;
  return {
    ...answer,
    data: shown?.data,
    isEarlier: complete === undefined,
    answeredAt: shown?.at ?? 0,
  };
}

function useResults<Body>(questions: readonly Question<Body>[]) {
  const session = useSession();
  const client = useClient();
  const queries = useQueryClient();
  const absence = questions
    .map(({ operation }) => findAbsence(session, operation))
    .find((found) => found !== undefined);
  const keys = questions.map(({ path, init }) => [path, init]);
  const results = useQueries({
    queries: questions.map((question, index) => ({
      queryKey: keys[index] ?? [],
      queryFn: ({ signal }: { signal: AbortSignal }) => question.ask(client, signal),
      enabled: absence === undefined,
      staleTime: oneMinuteMs,
      // A page that stays open shows current data.
      refetchInterval: ({ state }: { state: { data: Body | undefined } }) =>
        isEmptyList(state.data) ? emptyListMs : refreshMs[question.method],
      retry: false,
      // Show that the browser is offline, instead of waiting.
      networkMode: 'always' as const,
      refetchOnWindowFocus: false,
    })),
  });
  return {
    results,
    questions,
    absence,
    error: results.find(({ error }) => error !== null)?.error ?? undefined,
    isLoading: results.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const result of results) if (result.isError || !result.data) void result.refetch();
    },
    cancel: () => {
      for (const queryKey of keys) void queries.cancelQueries({ queryKey });
    },
  };
}

export function useAnswer<Body>(question: Question<Body>): Answer<Body> {
  const answer = useAnswers([question]);
  return { ...answer, data: answer.data?.[0] };
}

/**
 * Combines two responses; `data` is defined when both are, of the same settings. The second request may depend on
 * the first.
 */
export const joinAnswers = <One, Two>(one: Answer<One>, two: Answer<Two>): Answer<[One, Two]> => ({
  questions: [...one.questions, ...two.questions],
  data:
    one.data === undefined || two.data === undefined || one.isEarlier !== two.isEarlier
      ? undefined
      : [one.data, two.data],
  error: one.error ?? two.error,
  absence: one.absence ?? two.absence,
  isLoading: one.isLoading || two.isLoading,
  isEarlier: one.isEarlier || two.isEarlier,
  answeredAt: Math.min(one.answeredAt, two.answeredAt),
  retry() {
    one.retry();
    two.retry();
  },
  cancel() {
    one.cancel();
    two.cancel();
  },
});

/** Maps the data of a response to what a panel needs. */
export const mapAnswer = <Body, Seen>(
  { data, ...answer }: Answer<Body>,
  see: (body: Body) => Seen,
): Answer<Seen> => ({ ...answer, data: data === undefined ? undefined : see(data) });

export const isApiError = (error: Error): error is CostplaneError =>
  error instanceof CostplaneError;
