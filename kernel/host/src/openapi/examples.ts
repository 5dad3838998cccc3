import { type OpenApiDocument } from '@costplane/plugin-api';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';
import { type JsonSchema } from './components.ts';

/** What the `examples.json` beside a plugin's `package.json` shows of an operation. */
interface Example {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly schema: JsonSchema }[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<number, Media>>;
}
interface Media {
  readonly content: Readonly<Record<string, object>>;
}

/**
 * The document with a request and a response of each operation that has an example. A time in a request
 * is written as `{"days_ago": 7}`, so that it lies in the history whenever the document is read.
 */
export async function withExamples(
  document: OpenApiDocument,
  loaded: readonly LoadedPlugin[],
  today: Date,
): Promise<OpenApiDocument> {
  const files = await Promise.all(loaded.map(({ manifest }) => readExamples(manifest.folder)));
  const examples = Object.assign({}, ...files) as Readonly<Record<string, Example>>;
  const withExample = (operation: Operation) => {
    const example = examples[operation.operationId];
    return example ? addExample(operation, example, today) : operation;
  };
  const paths = mapValues(document.paths, (item) => mapValues(item as Item, withExample));
  return { ...document, paths };
}

type Item = Readonly<Record<string, Operation>>;

async function readExamples(folder: string): Promise<object> {
  try {
    return JSON.parse(await readFile(join(folder, 'examples.json'), 'utf8')) as object;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

const addExample = (operation: Operation, example: Example, today: Date) => ({
  ...operation,
  parameters: operation.parameters.map((parameter) => {
    const value = example.parameters?.[parameter.name];
    if (value === undefined) return parameter;
    return { ...parameter, example: resolveTime(value, parameter.schema, today) };
  }),
  ...(operation.requestBody && { requestBody: addToFirst(operation.requestBody, example.body) }),
  responses: mapValues(operation.responses, (response, status) =>
    status === '200' ? addToFirst(response, example.response) : response,
  ),
});

/** Of several media types, the first is the default. */
const addToFirst = ({ content, ...rest }: Media, example: unknown): Media => {
  const [first, ...others] = Object.entries(content);
  if (!first || example === undefined) return { ...rest, content };
  return {
    ...rest,
    content: Object.fromEntries([[first[0], { ...first[1], example }], ...others]),
  };
};

const dayMs = 86_400_000;

/** Midnight (UTC) of so many days ago, as a day or, of a whole number, as Unix time in seconds. */
function resolveTime(value: unknown, { type }: JsonSchema, today: Date): unknown {
  const { days_ago: daysAgo } = Object(value) as { days_ago?: number };
  if (daysAgo === undefined) return value;
  const midnight = (Math.floor(today.getTime() / dayMs) - daysAgo) * dayMs;
  return type === 'integer' ? midnight / 1000 : new Date(midnight).toISOString().slice(0, 10);
}

const mapValues = <From, To>(
  from: Readonly<Record<string, From>>,
  map: (value: From, key: string) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(from).map(([key, value]) => [key, map(value, key)]));
