import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, rejection } from './answer.ts';
import { Refusal } from './refusal.ts';
import { sendAnswer } from './send-answer.ts';
import { clientGone } from './steps/read-body.ts';
import { type Noted, type Services, receiveReport } from './receive-report.ts';

/** Logger of the receiver: `pino`, or a compatible one. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Reports may contain texts of any length, for example in the excerpt of an invalid field. */
const maxLoggedLength = 512;

/** Answers a request in every case, and records it in the log and the metrics. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  services: Services,
  log: Log,
): Promise<void> {
  const startedAt = performance.now();
  const noted: Noted = {};
  let answer: Answer;
  let cause: unknown;
  try {
    checkExpectation(request);
    answer = await receiveReport(request, response, services, noted);
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unexpected(error);
    cause = refusal.cause;
    answer = rejection(refusal);
  }
  // The client is gone, so nobody receives a response (decision 56).
  if (response.destroyed) answer = rejection(clientGone());
  else sendAnswer(request, response, answer, services.isStopping());
  services.metrics.answered(answer.status, answer.reason);
  log[logLevel(answer.status)](
    {
      status: answer.status,
      reason: answer.reason,
      ...(answer.status === 200 ? {} : { detail: answer.message.slice(0, maxLoggedLength) }),
      cluster_id: noted.agent?.clusterId,
      snapshot_id: noted.snapshotId,
      ms: Math.round(performance.now() - startedAt),
      ...(cause === undefined ? {} : describeCause(cause, answer.status)),
    },
    messages[answer.status] ?? 'report refused',
  );
  if (noted.agent && noted.cut) services.logCut(noted.agent.clusterId, noted.cut);
}

const messages: Readonly<Record<number, string>> = {
  200: 'report accepted',
  499: 'the agent disconnected',
};

function logLevel(status: number): keyof Log {
  if (status === 200) return 'info';
  if (status === 499) return 'debug';
  return status === 500 ? 'error' : 'warn';
}

function checkExpectation({ headers }: IncomingMessage): void {
  if (headers.expect === undefined || headers.expect.toLowerCase() === '100-continue') return;
  throw new Refusal(417, 'unknown_expectation', 'Expect must be 100-continue, or absent.');
}

const unexpected = (error: unknown) =>
  new Refusal(500, 'internal_error', 'The report could not be processed.', { cause: error });

/** Logs the stack trace only for unexpected errors. */
const describeCause = (cause: unknown, status: number) =>
  status === 500 ? { err: cause } : { cause: cause instanceof Error ? cause.message : undefined };
