import { assembleOpenApi, loadPlugins, withExamples } from '@costplane/kernel';
import { stringify } from 'yaml';
import { printJson } from '../print.ts';
import { readServiceConfig } from '../service/read-service-config.ts';

export interface OpenApiOptions {
  config?: string;
  yaml?: boolean;
}

/** Prints the document that the configured service would serve. */
export async function openapi(options: OpenApiOptions): Promise<void> {
  const { config, references, baseFolder } = await readServiceConfig(options);
  const { host, port, publicUrl } = config.server;
  const loaded = await loadPlugins(references, baseFolder);
  const url = (publicUrl ?? `http://${host}:${port}`).replace(/\/$/, '');
  const document = await withExamples(assembleOpenApi(loaded, url), loaded, new Date());
  if (options.yaml) process.stdout.write(stringify(document, { aliasDuplicateObjects: false }));
  else printJson(document);
}
