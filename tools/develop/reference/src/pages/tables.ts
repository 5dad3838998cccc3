import { tableDescriptions } from '@costplane/warehouse';
import { type ColumnFacts, type TableFacts } from '../catalogue/read-tables.ts';
import { page } from '../generated.ts';
import { code, list, table } from '../markdown.ts';
import { type DescribedPlugin } from '../plugins/load-plugins.ts';
import { type Product } from '../product.ts';

/** Every table of the warehouse, and its readers. */
export function tablesPage({ tables, plugins }: Product): string {
  return page(
    'Tables',
    'a migrated database',
    'The tables are in the schema `costplane`. The role `costplane_owner` has all privileges; ' +
      'those of the other roles are listed with each table. Row-level security restricts ' +
      '`costplane_api` to the organization that its session is set to. [How costs are ' +
      'computed](../how-costs-are-computed.md) explains the figures, ' +
      '[tools/data-plane/warehouse](../../tools/data-plane/warehouse/README.md) how the tables ' +
      'belong together.',
    table(
      ['Table', 'Contents of a row'],
      tables.map(({ name }) => [`[${code(name)}](#${name})`, readDescription(name)]),
    ),
    ...tables.map((facts) => describeTable(facts, plugins)),
  );
}

function describeTable(facts: TableFacts, plugins: readonly DescribedPlugin[]): string {
  const { name, partitionKey, keys, indexes } = facts;
  return [
    `## ${name}`,
    readDescription(name),
    [
      ...(partitionKey === null ? [] : [`- Partitioned by ${code(partitionKey)}, by month.`]),
      ...keys.map((key) => `- ${code(key)}`),
      ...indexes.map(
        (index) =>
          `- ${index.isUnique ? 'Unique index' : 'Index'} ${code(index.name)} on ${code(index.definition)}`,
      ),
      ...Object.entries(facts.grants).map(([role, may]) => `- ${describeRole(facts, role, may)}`),
      `- Plugins that read it: ${listReaders(name, plugins)}.`,
    ].join('\n'),
    table(
      ['Column', 'Type', 'Null', 'Default'],
      facts.columns.map((column) => [
        code(column.name),
        column.type,
        column.nullable ? 'yes' : 'no',
        describeDefault(column),
      ]),
    ),
  ].join('\n\n');
}

function describeRole(
  { isSecured, policies }: TableFacts,
  role: string,
  may: readonly string[],
): string {
  if (may.length === 0) return `${code(role)}: nothing.`;
  const privileges = list(may.map((privilege) => privilege.toLowerCase()));
  if (!isSecured) return `${code(role)}: ${privileges}; no row-level security.`;
  const conditions = policies.filter((policy) => policy.role === role);
  if (conditions.length === 0) return `${code(role)}: ${privileges}; no rows.`;
  const shown = conditions.map(({ condition }) => {
    if (condition === 'true') return 'every row';
    const isConfined = condition.includes("current_setting('costplane.organization_id'");
    return isConfined ? 'rows of its organization' : `rows where ${code(condition)}`;
  });
  return `${code(role)}: ${privileges}; ${list(shown)}.`;
}

function listReaders(name: string, plugins: readonly DescribedPlugin[]): string {
  const readers = plugins.flatMap(({ plugin: { id, tables = {}, ledgerTables = {} } }) => {
    const from = [
      ...(name in tables ? ['state'] : []),
      ...(name in ledgerTables ? ['ledger'] : []),
    ];
    return from.length === 0 ? [] : [`${id} (${list(from)})`];
  });
  return readers.length === 0 ? 'none' : list(readers);
}

function describeDefault(column: ColumnFacts): string {
  if (column.isGenerated) return 'generated';
  return column.default === null ? '' : code(column.default);
}

function readDescription(name: string): string {
  const description = tableDescriptions[name];
  if (description === undefined) {
    throw new Error(
      `${name} has no description; add it to tools/data-plane/warehouse/src/descriptions.ts`,
    );
  }
  return description;
}
