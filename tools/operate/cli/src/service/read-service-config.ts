import { resolvePlugin } from '@costplane/kernel/loader';
import { CommandError } from '../command-error.ts';
import { defaultPlugins } from './default-plugins.ts';
import { type LoadedConfig, readConfig } from './read-config.ts';

/** The config of the service, from the current folder and the environment. */
export async function readServiceConfig({
  config: file,
  port,
  environment = process.env,
}: {
  config?: string | undefined;
  port?: number | undefined;
  environment?: NodeJS.ProcessEnv;
} = {}): Promise<LoadedConfig> {
  const loaded = await readConfig({
    file,
    environment,
    folder: process.cwd(),
    defaultPlugins,
    port,
  });
  if (loaded.file === undefined) await requireDefaultPlugins(loaded.baseFolder);
  return loaded;
}

/** Default plugins are optional dependencies, which an edition may omit. */
async function requireDefaultPlugins(baseFolder: string): Promise<void> {
  const found = await Promise.all(
    defaultPlugins.map((name) => resolvePlugin(name, baseFolder).catch(() => undefined)),
  );
  const missing = defaultPlugins.filter((_, index) => found[index] === undefined);
  if (missing.length === 0) return;
  throw new CommandError(
    `There is no costplane.config.yaml, and these default plugins are not installed: ${missing.join(', ')}; ` +
      'name the plugins to serve in a config file, or install them',
  );
}
