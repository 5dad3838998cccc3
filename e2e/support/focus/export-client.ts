import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { openDatabase } from '../database.ts';
import { copyKey } from '../mint-key.ts';
import { createKey, type KeyOptions } from '../tenants.ts';
import { type Delivery, type ExportedFile, type ExportRequest } from './exported-file.ts';
import { readExport } from './readers/read-export.ts';
import { type SchemaObject } from './schema-object.ts';

/** How many exports a key may ask for in a minute. */
export const exportsPerMinute = 6;

export interface SendOptions {
  readonly key?: string;
  readonly method?: string;
  /** Says that trailers are read. */
  readonly te?: boolean;
}

/** A body as far as it came. */
export interface Download extends Omit<Delivery, 'request'> {
  /** Whether the message came to its end. */
  readonly isComplete: boolean;
}

/** An HTTP/1.1 client that, unlike `fetch`, sees trailers. */
export async function download(
  url: string,
  { key, method = 'GET', te = false }: SendOptions = {},
): Promise<Download> {
  return receive(await open(url, { key, method, te }));
}

/** Resolves with the headers; the body is still to be read. */
export async function open(
  url: string,
  { key, method = 'GET', te = false }: Partial<Record<'key', string | undefined>> & SendOptions,
): Promise<IncomingMessage> {
  const request = send(url, {
    method,
    agent: false,
    headers: {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(te && { TE: 'trailers', Connection: 'close, TE' }),
    },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

/** Reads a body to its end, or to where it breaks off. */
export async function receive(response: IncomingMessage): Promise<Download> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch {
    // The end of what there is.
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers as Delivery['headers'],
    trailers: response.trailers,
    body: Buffer.concat(chunks),
    isComplete: response.complete,
  };
}

/** The path of an export. */
export function exportPath(request: Partial<ExportRequest>): string {
  const { columns, clusters, ...single } = request;
  const query = new URLSearchParams(single);
  if (columns) query.set('columns', columns.join());
  for (const cluster of clusters ?? []) query.append('cluster_id', cluster);
  return `/v1/exports/focus?${query.toString()}`;
}

/** Asks one service for exports, with as many keys as that takes. */
export interface Exporter {
  readonly url: string;
  /** A key that has not been used up by this exporter, for as many exports. */
  key(exports?: number): Promise<string>;
  createKey(options?: KeyOptions): Promise<string>;
  deliver(request: ExportRequest, options?: SendOptions): Promise<Delivery>;
  export(request: ExportRequest, options?: SendOptions): Promise<ExportedFile>;
  schema(request: Partial<ExportRequest>, key?: string): Promise<SchemaObject>;
}

export function createExporter(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Exporter {
  let current: Promise<string> | undefined;
  let left = 0;
  let reader: Promise<string> | undefined;
  const created = new Map<string, Promise<string>>();

  /** The first key of its kind comes from a command, the others are copies of it. */
  async function newKey(options: KeyOptions = {}): Promise<string> {
    const kind = JSON.stringify(options);
    const first = created.get(kind);
    if (first !== undefined) {
      const [copy] = await copyKey(openDatabase(environment.DATABASE_URL!), await first, 1);
      return copy!;
    }
    const key = createKey(environment, 'demo', options);
    created.set(kind, key);
    return key;
  }

  async function key(exports = 1): Promise<string> {
    if (left < exports) {
      current = newKey();
      left = exportsPerMinute;
    }
    left -= exports;
    return current!;
  }

  async function schema(request: Partial<ExportRequest>, own?: string): Promise<SchemaObject> {
    const { format: _format, ...configuration } = request;
    const query = exportPath(configuration).split('?')[1] ?? '';
    const answer = await download(`${url}/v1/exports/focus/schema?${query}`, {
      key: own ?? (await (reader ??= newKey())),
    });
    if (answer.status !== 200) throw new Error(answer.body.toString());
    return (JSON.parse(answer.body.toString()) as { data: SchemaObject }).data;
  }

  async function deliver(request: ExportRequest, options: SendOptions = {}): Promise<Delivery> {
    const own = options.key ?? (await key());
    const answer = await download(url + exportPath(request), { ...options, key: own });
    if (answer.status !== 200) throw new Error(answer.body.toString());
    if (!answer.isComplete) throw new Error('the export was broken off');
    return { ...answer, request };
  }

  return {
    url,
    key,
    createKey: newKey,
    deliver,
    schema,
    async export(request, options) {
      const { grain, idle, columns } = request;
      const described = await schema({ grain, idle, ...(columns && { columns }) });
      return readExport(await deliver(request, options), described);
    },
  };
}
