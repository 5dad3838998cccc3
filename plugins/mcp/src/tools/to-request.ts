import { type InnerRequest } from '@costplane/plugin-api';
import { type Operation } from './operation.ts';
import { type Arguments } from './tool.ts';

/**
 * The request that a call stands for. Nothing is checked here but that the path is whole: what the route
 * makes of a value is its own to say, of an argument that it does not know too.
 */
export function toRequest(
  { method, path, parameters, body }: Operation,
  given: Arguments,
): InnerRequest {
  const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
  const inQuery = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const others = entries.filter(([name]) => !inPath.has(name));
  const isQuery = ([name]: [string, unknown]) => body === undefined || inQuery.has(name);
  const query = new URLSearchParams(
    others.filter(isQuery).map(([name, value]) => [name, toText(value)]),
  ).toString();
  const whole = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toText(given[name] ?? '')),
  );
  return {
    method,
    path: query === '' ? whole : `${whole}?${query}`,
    ...(body && { body: Object.fromEntries(others.filter((one) => !isQuery(one))) }),
  };
}

/** A value as the query has it: lists are joined by commas. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
