import { type Logger } from '../container/tokens.ts';
import { describeThrown } from '../errors/describe-thrown.ts';
import { type StartupProblem } from '../errors/startup-error.ts';
import { type LoadedPlugin } from './load-plugins.ts';
import { isOfKernel, type PluginFolder, pluginOfStack } from './plugin-files.ts';

type Take = (failure: unknown) => void;

/** Takes what is thrown where nobody waits for it, until it is told to stop. */
function takeStrayFailures(onRejection: Take, onException: Take): () => void {
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}

/** What plugins fail at while they are imported, but not in their imports, as problems of the start. */
export function collectStrayFailures() {
  const failures: unknown[] = [];
  const take = (failure: unknown) => {
    failures.push(failure);
  };
  const stop = takeStrayFailures(take, take);
  return {
    async end(plugins: readonly PluginFolder[]): Promise<StartupProblem[]> {
      // A rejection is one that nobody handles only at the end of the turn.
      await new Promise((resolve) => setImmediate(resolve));
      stop();
      return failures.map((failure) => ({
        where: `plugin ${pluginOfStack(failure, plugins)?.name ?? '(which one, its stack does not tell)'}`,
        what: `fails while it is imported: ${describeThrown(failure)}`,
        fix: 'Mend the plugin, or take it out of the config',
        cause: failure,
      }));
    },
  };
}

/**
 * Lets the service outlive what its plugins fail at outside of any request: a rejection that nobody
 * handles, a timer or an event that throws. Each is logged, with the plugin if the stack shows one,
 * and counted.
 *
 * An exception that shows the kernel's code and no plugin's is a fault of the service itself, after
 * which nobody knows what still holds: it is thrown on, and ends the process.
 */
export function outlivePlugins(
  loaded: readonly LoadedPlugin[],
  log: Logger,
  count: (plugin: string) => void,
): () => void {
  const plugins = loaded.map(({ plugin: { id }, manifest: { folder } }) => ({ name: id, folder }));
  const report = (failure: unknown, what: string) => {
    const plugin = pluginOfStack(failure, plugins)?.name;
    count(plugin ?? 'unknown');
    log.error({ ...(plugin === undefined ? {} : { plugin }), err: failure }, what);
  };
  const stop = takeStrayFailures(
    (reason) => {
      report(reason, 'a rejection that nobody handles');
    },
    (error) => {
      if (isOfKernel(error) && !pluginOfStack(error, plugins)) {
        stop();
        setImmediate(() => {
          throw error;
        });
      } else {
        report(error, 'an exception that nobody catches');
      }
    },
  );
  return stop;
}
