import { CommandError } from './command-error.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C on a terminal arrives twice where a parent passes it on as well. */
const echoMs = 300;

let stopped: Promise<void> | undefined;
let firstAt: number | undefined;

/** Whether the process was told to stop. */
export const isStopped = () => firstAt !== undefined;

/**
 * Settles at the first SIGINT, SIGTERM or SIGHUP. From the first call on they no longer end the
 * process by themselves; a second one does, at once.
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

/** Aborts when the process is told to stop, which from now on does not end it by itself. */
export function abortedAtStop(reason?: CommandError): AbortSignal {
  const controller = new AbortController();
  void stopSignal().then(() => {
    controller.abort(reason);
  });
  return controller.signal;
}

/** The outcome of some work, or a failure as soon as the process is told to stop. */
export function unlessStopped<T>(
  work: Promise<T>,
  message = 'Stopped before it was complete',
): Promise<T> {
  const giveUp = stopSignal().then(() => {
    throw new CommandError(message);
  });
  return Promise.race([work, giveUp]);
}
