import { type LoadedConfig, readConfig } from '@costplane/kernel/host';
import { defaultPlugins } from './default-plugins.ts';

/** The service's config as this folder and environment give it. */
export function readServiceConfig({
  config: file,
  port,
  environment = process.env,
}: {
  config?: string | undefined;
  port?: number | undefined;
  environment?: NodeJS.ProcessEnv;
} = {}): Promise<LoadedConfig> {
  return readConfig({ file, environment, folder: process.cwd(), defaultPlugins, port });
}
