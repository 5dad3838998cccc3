import { type OpenApiDocument } from '@costplane/plugin-api';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoadedPlugin } from '../loader/loaded-plugin.ts';
import { type JsonSchema } from './components.ts';

/** An example of an operation, from `examples.json` beside the plugin's `package.json`. */
interface Example {
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

/** The parts of the document that examples are added to. */
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
 * Adds the request and response of each operation that has an example. Times in requests are written as
 * `{"days_ago": 7}`, so that they are always within the history.
 */
export async function withExamples(
  document: OpenApiDocument,
  loaded: readonly LoadedPlugin[],
  today: Date,
): Promise<OpenApiDocument> {
  const files = await Promise.all(loaded.map(({ manifest }) => readExamples(manifest.folder)));
  const examples = Object.assign({}, ...files) as Readonly<Record<string, Example>>;
  const shown = structuredClone(document);
  for (const operation of Object.values(shown.paths).flatMap((path) => Object.values(path))) {
    const { operationId } = operation as Operation;
    if (examples[operationId]) addExample(operation as Operation, examples[operationId], today);
  }
  return shown;
}

async function readExamples(folder: string): Promise<object> {
  try {
    return JSON.parse(await readFile(join(folder, 'examples.json'), 'utf8')) as object;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function addExample(operation: Operation, example: Example, today: Date): void {
  for (const parameter of operation.parameters) {
    const value = example.parameters?.[parameter.name];
    if (value === undefined) continue;
    Object.assign(parameter, { example: resolveTime(value, parameter.schema, today) });
  }
  addToFirst(operation.requestBody, example.body);
  addToFirst(operation.responses[200], example.response);
}

/** The first media type is the default. */
function addToFirst(media: Media | undefined, example: unknown): void {
  const [first] = Object.values(media?.content ?? {});
  if (first && example !== undefined) Object.assign(first, { example });
}

const dayMs = 86_400_000;

/** Midnight (UTC) some days ago, as a day or, for integer parameters, as Unix time in seconds. */
function resolveTime(value: unknown, { type }: JsonSchema, today: Date): unknown {
  const { days_ago: daysAgo } = Object(value) as { days_ago?: number };
  if (daysAgo === undefined) return value;
  const midnight = (Math.floor(today.getTime() / dayMs) - daysAgo) * dayMs;
  return type === 'integer' ? midnight / 1000 : new Date(midnight).toISOString().slice(0, 10);
}
