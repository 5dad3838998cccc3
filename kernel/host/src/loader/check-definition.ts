import { type Plugin } from '@costplane/plugin-api';
import { schemaProblem } from './check-schema.ts';

const idForm = /^[a-z][a-z0-9.-]*$/;

/** What is wrong with a plugin's declaration but for its routes, each with its field first. */
export function checkDefinition(plugin: Plugin): string[] {
  const { id, config, register, routes } = plugin as Partial<Plugin>;
  const problems: string[] = [];
  if (typeof id !== 'string' || !idForm.test(id)) {
    problems.push('`id` must be text such as my-plugin');
  }
  if (register !== undefined && typeof register !== 'function') {
    problems.push('`register` must be a function');
  }
  if (typeof routes !== 'function' && !Array.isArray(routes)) {
    problems.push(
      '`routes` must be a list of routes, or a function that returns one for the config',
    );
  }
  const configProblem =
    config === undefined ? undefined : schemaProblem(config, { mayRefer: true });
  if (configProblem !== undefined) problems.push(`\`config\` ${configProblem}`);
  return [
    ...problems,
    ...(['scopes', 'sharedScopes', 'tags'] as const).flatMap((field) =>
      checkTexts(field, plugin[field]),
    ),
    ...(['tables', 'ledgerTables'] as const).flatMap((field) => checkTables(field, plugin[field])),
  ];
}

function checkTexts(field: string, given: unknown): string[] {
  if (given === undefined) return [];
  if (!isObject(given)) return [`\`${field}\` must be an object of texts`];
  return Object.entries(given).flatMap(([name, text]) =>
    typeof text === 'string' && text !== '' ? [] : `\`${field}["${name}"]\` must be text`,
  );
}

function checkTables(field: string, given: unknown): string[] {
  if (given === undefined) return [];
  if (!isObject(given)) return [`\`${field}\` must come from defineTables()`];
  return Object.entries(given).flatMap(([table, declared]) => {
    if (!isObject(declared)) return [`\`${field}.${table}\` must be an object of columns`];
    return Object.entries(declared).flatMap(([name, column]) =>
      isColumn(column) ? [] : `\`${field}.${table}.${name}\` must be one of \`columns\``,
    );
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isColumn = (column: unknown) =>
  isObject(column) &&
  typeof column.postgresType === 'string' &&
  typeof column.nullable === 'boolean';
