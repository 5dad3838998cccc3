/** Ctrl-C on a terminal arrives twice where a parent passes it on as well. */
const echoMs = 300;

/**
 * Settles at the first SIGINT, SIGTERM or SIGHUP, which from now on do not end the process by
 * themselves; a second one does, at once.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = () => {
      if (firstAt !== undefined && Date.now() - firstAt > echoMs) process.exit(1);
      firstAt ??= Date.now();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  });
}
