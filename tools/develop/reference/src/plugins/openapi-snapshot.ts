import { assembleOpenApi } from '@costplane/kernel';
import { stringify } from 'yaml';
import { command } from '../generated.ts';
import { type DescribedPlugin } from './load-plugins.ts';

const notice = `# Generated from the routes of the plugin by \`${command}\`: do not edit.
# The host's own components (headers, error responses) are left out; their names say what they hold.`;

/**
 * The plugin's part of the OpenAPI document: its paths, scopes and schemas. It is committed, so
 * that a review shows every change of the contract.
 */
export function openApiSnapshot(plugin: DescribedPlugin): string {
  const { openapi, tags, paths, components } = assembleOpenApi([plugin], 'https://example.com');
  const snapshot = {
    openapi,
    info: { title: plugin.manifest.name, version: 'v1', summary: plugin.description },
    tags,
    'x-scopes': plugin.plugin.scopes ?? {},
    paths,
    components: { schemas: components.schemas },
  };
  return `${notice}\n${stringify(snapshot, { aliasDuplicateObjects: false, lineWidth: 0 })}`;
}
