import { CommandError } from './command-error.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C on a terminal arrives twice if a parent process forwards it as well. */
const echoMs = 300;

let stopped: Promise<void> | undefined;
let firstAt: number | undefined;

/** Whether the process was told to stop. */
export const isStopped = () => firstAt !== undefined;

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. After the first call, the first signal no longer
 * ends the process; a second one ends it immediately.
 */
export function stopSignal(): Promise<void> {
  stopped ??= new Promise((resolve) => {
    const onSignal = () => {
      if (firstAt !== undefined && Date.now() - firstAt > echoMs) process.exit(1);
      firstAt ??= Date.now();
      resolve();
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
  return stopped;
}

/** Aborts when the process is told to stop; the signal no longer ends the process by itself. */
export function abortedAtStop(reason?: CommandError): AbortSignal {
  const controller = new AbortController();
  void stopSignal().then(() => {
    controller.abort(reason);
  });
  return controller.signal;
}

/** The result of some work, or a rejection as soon as the process is told to stop. */
export function unlessStopped<T>(
  work: Promise<T>,
  message = 'Stopped before it was complete',
): Promise<T> {
  const giveUp = stopSignal().then(() => {
    throw new CommandError(message);
  });
  return Promise.race([work, giveUp]);
}
