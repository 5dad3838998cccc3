import { type LoadOutcome, tryLoadPlugins } from '@costplane/kernel/loader';
import { StartupError } from '@costplane/plugin-api/internal';
import { checkPorts } from './check-ports.ts';
import { type LoadedConfig } from './read-config.ts';

/**
 * Loads the plugins of a service before its database is created.
 *
 * @throws {StartupError} if plugins, or ports in use, keep the service from starting
 */
export async function loadService({
  config,
  references,
  baseFolder,
}: LoadedConfig): Promise<LoadOutcome> {
  const [plugins, portProblems] = await Promise.all([
    tryLoadPlugins(references, baseFolder),
    checkPorts(config),
  ]);
  const problems = [...plugins.problems, ...portProblems];
  if (problems.length > 0) throw new StartupError(problems);
  return plugins;
}
