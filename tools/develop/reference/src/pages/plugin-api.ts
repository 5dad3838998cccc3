import { page } from '../generated.ts';
import { code, table } from '../markdown.ts';
import { type ApiExport, readApi } from '../plugins/read-api.ts';

/** Every export of the contract, with its documentation. */
export function pluginApiPage(): string {
  return page(
    'Plugin API',
    'the declarations of kernel/plugin-api',
    'Everything that a plugin imports from Costplane; its tests also import ' +
      '[`@costplane/plugin-testing`](../../kernel/plugin-testing/README.md). [Write a ' +
      'plugin](../guides/write-a-plugin.md) shows how the parts work together; ' +
      '`kernel/plugin-api/api` has every declaration with all types.',
    '## @costplane/plugin-api',
    'Building blocks of a plugin.',
    ...readApi('index').map(describeExport),
    '## @costplane/plugin-api/schema',
    'Schemas that several plugins share.',
    ...readApi('schema').map(describeExport),
    '## @costplane/plugin-api/listing',
    'Pages of lists.',
    ...readApi('listing').map(describeExport),
  );
}

const describeExport = ({ name, kind, docs, members }: ApiExport): string =>
  [
    `### ${code(name)}`,
    `${kind}. ${docs}`,
    ...(members.length === 0 ? [] : [membersTable(members)]),
  ].join('\n\n');

const membersTable = (members: ApiExport['members']): string =>
  table(
    ['Member', 'Type', 'Meaning'],
    members.map(({ name, isOptional, type, docs }) => [
      code(isOptional ? `${name}?` : name),
      code(type),
      docs,
    ]),
  );
