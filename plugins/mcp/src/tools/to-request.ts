import { type InnerRequest } from '@costplane/plugin-api';
import { type Operation } from './operation.ts';
import { type Arguments } from './tool.ts';

/** The request for a tool call. The route validates the arguments, including unknown ones. */
export function toRequest(
  { method, path, parameters, body }: Operation,
  given: Arguments,
): InnerRequest {
  const whole = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(toText(given[name]).toWellFormed()),
  );
  const query = new URLSearchParams();
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const place = parameters.find((one) => one.name === name)?.in ?? (body ? 'body' : 'query');
    if (place === 'query' && value !== undefined) query.append(name, toText(value));
    if (place === 'body') fields[name] = value;
  }
  return {
    method,
    path: query.size === 0 ? whole : `${whole}?${query.toString()}`,
    ...(body && { body: fields }),
  };
}

/** A value as a query parameter; lists are joined by commas. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
