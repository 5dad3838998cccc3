import { type Logger } from '@costplane/plugin-api';
import { describeThrown } from '../errors/describe-thrown.ts';
import { type StartupProblem } from '@costplane/plugin-api/internal';
import { type LoadedPlugin } from './load-plugins.ts';
import { ownersOfStacks, type PluginFolder } from './plugin-files.ts';

type Take = (failure: unknown) => void;

/**
 * Marks what the kernel listens to exceptions with. A command leaves those to it that happen
 * meanwhile; what others listen with, such as a monitor, decides nothing.
 */
const decides = Symbol.for('costplane.decidesAboutExceptions');

/** Whether it is the kernel that decides what comes of an exception that nobody catches. */
export const doesKernelDecide = (): boolean =>
  process.listeners('uncaughtException').some((listener) => decides in listener);

/** Takes what is thrown where nobody waits for it, until it is told to stop. */
function takeStrayFailures(onRejection: Take, onException: Take): () => void {
  const decide = Object.assign(
    (error: unknown) => {
      onException(error);
    },
    { [decides]: true },
  );
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', decide);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', decide);
  };
}

/** What plugins fail at while they are imported, but not in their imports, as problems of the start. */
export function collectStrayFailures(plugins: readonly PluginFolder[]) {
  const owners = ownersOfStacks(plugins);
  const failures: unknown[] = [];
  const take = (failure: unknown) => {
    failures.push(failure);
  };
  const stop = takeStrayFailures(take, take);
  return {
    async problems(): Promise<StartupProblem[]> {
      // A rejection is one that nobody handles only at the end of the turn.
      await new Promise((resolve) => setImmediate(resolve));
      return failures.map((failure) => ({
        where: `plugin ${owners.pluginOf(failure) ?? '(unknown: its stack trace does not show which)'}`,
        what: `failed during import: ${describeThrown(failure)}`,
        fix: 'Fix the plugin or remove it from the configuration',
        cause: failure,
      }));
    },
    stop,
  };
}

/** What is done about failures that no request waits for. */
export interface StrayFailureHandling {
  readonly log: Logger;
  /** Counts one of a plugin, or of `unknown`. */
  readonly count: (plugin: string) => void;
  /** Ends the process. */
  readonly onFault: (fault: unknown) => void;
}

/**
 * Lets the service outlive what its plugins fail at outside of any request: a rejection that nobody
 * handles, a timer or an event that throws. Each is logged, with the plugin if the stack shows one,
 * and counted.
 *
 * An exception that shows the kernel's code and no plugin's is a fault of the service itself, after
 * which nobody knows what still holds: it ends the process, whoever else listens to exceptions.
 */
export function outlivePlugins(
  loaded: readonly LoadedPlugin[],
  { log, count, onFault }: StrayFailureHandling,
): () => void {
  const owners = ownersOfStacks(
    loaded.map(({ plugin: { id }, manifest: { folder } }) => ({ name: id, folder })),
  );
  const report = (failure: unknown, what: string) => {
    const plugin = owners.pluginOf(failure);
    count(plugin ?? 'unknown');
    log.error({ ...(plugin === undefined ? {} : { plugin }), err: failure }, what);
  };
  return takeStrayFailures(
    (reason) => {
      report(reason, 'unhandled rejection');
    },
    (error) => {
      if (owners.isOfKernel(error) && owners.pluginOf(error) === undefined) onFault(error);
      else report(error, 'uncaught exception');
    },
  );
}
