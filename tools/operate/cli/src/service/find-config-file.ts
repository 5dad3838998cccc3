import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { nonEmpty } from '../environment.ts';

export const defaultFile = 'costplane.config.yaml';

interface ConfigPlaces {
  readonly file?: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
}

/** The given config file, whether or not it exists; else the one in the current folder, if any. */
export function findConfigFile({ file, environment, folder }: ConfigPlaces): string | undefined {
  const named = file ?? nonEmpty(environment.COSTPLANE_CONFIG);
  if (named !== undefined) return resolve(folder, named);
  const usual = resolve(folder, defaultFile);
  return existsSync(usual) ? usual : undefined;
}
