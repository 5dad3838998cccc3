import { assembleOpenApi } from '@costplane/kernel';
import { defaultPlugins } from '@costplane/cli';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { command } from './generated.ts';
import { type DescribedPlugin } from './plugins/load-plugins.ts';

const notice = `// Generated from the routes of the default plugins by \`${command}\`: do not edit.
/* eslint-disable */`;

/** The types of `@costplane/client`: the OpenAPI document that is served without a config file. */
export async function clientTypes(plugins: readonly DescribedPlugin[]): Promise<string> {
  const served = plugins.filter(({ manifest }) => defaultPlugins.includes(manifest.name));
  const document = assembleOpenApi(served, 'https://costs.example.com');
  // Properties with a default are optional in requests, because the service fills them in.
  const nodes = await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false });
  return `${notice}\n${astToString(nodes)}`;
}
