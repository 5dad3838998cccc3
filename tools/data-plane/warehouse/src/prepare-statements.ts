import { type PoolClient, type QueryResult } from 'pg';

const maxStatements = 200;
/** Statements with more parameters have a text that depends on the number of rows. */
const maxParameters = 300;
const names = new Map<string, string>();
const preparing = new WeakSet<PoolClient>();

/**
 * Makes a connection prepare statements that have parameters, so that repeated ones are only bound.
 * Values must be parameters: each text is another statement, and their number is limited.
 */
export function prepareStatements(client: PoolClient): PoolClient {
  if (preparing.has(client)) return client;
  preparing.add(client);
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>;
  const prepared = (...args: unknown[]) => {
    const [text, values] = args;
    const parameters = Array.isArray(values) ? values.length : 0;
    const isPreparable = typeof text === 'string' && parameters > 0 && parameters <= maxParameters;
    const name = isPreparable ? statementName(text) : undefined;
    return name === undefined ? query(...args) : query({ name, text, values });
  };
  return Object.assign(client, { query: prepared });
}

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxStatements) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
