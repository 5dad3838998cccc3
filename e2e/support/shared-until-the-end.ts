import { type Service } from './costplane.ts';

/** What the suites of several files share: services, and the rest of its cleaning up. */
export interface SharedState {
  readonly services: Service[];
  readonly cleanUp: (() => Promise<unknown>)[];
}

/**
 * State that the files of one process share. It is cleaned up at the end of the run; where files run
 * side by side, a process does not know which is its last: its services end with it, and the run
 * drops its databases.
 */
export function sharedUntilTheEnd(): SharedState {
  const state: SharedState = { services: [], cleanUp: [] };
  if (process.env.MOCHA_WORKER_ID === undefined) {
    after(async () => {
      for (const service of state.services) await service.stop();
      for (const step of state.cleanUp.toReversed()) await step();
    });
  } else {
    process.once('exit', () => {
      for (const service of state.services) service.process.kill('SIGTERM');
    });
  }
  return state;
}
