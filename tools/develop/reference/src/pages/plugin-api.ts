import { page } from '../generated.ts';
import { code, table } from '../markdown.ts';
import { type ApiExport, readApi } from '../plugins/read-api.ts';

/** Every export of the contract, with its meaning. */
export function pluginApiPage(): string {
  return page(
    'Plugin API',
    'the declarations of kernel/plugin-api',
    'What a plugin imports, and all it imports of Costplane. [Write a plugin](../guides/write-a-plugin.md) shows ' +
      'how the parts belong together; `kernel/plugin-api/api` has every declaration to the last type.',
    '## @costplane/plugin-api',
    'What a plugin is made of.',
    ...readApi('index').map(describeExport),
    '## @costplane/plugin-api/schema',
    'Shapes that several families share.',
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
