import { type CallToolResult } from '@modelcontextprotocol/server';
import { type InnerResponse } from '@costplane/plugin-api';
import { type Arguments } from './tool.ts';

/** A page of a list, by cursor or by page number. */
interface Answer {
  readonly data?: { readonly pagination?: { readonly page: number; readonly total_pages: number } };
  readonly meta?: { readonly pagination?: { readonly next_cursor?: string } };
}

/** The arguments that set the page size, for pages by cursor and by page number. */
export const pageSizes = ['limit', 'per_page'];

interface Call {
  readonly maxBytes: number;
  readonly sent: Arguments;
}

const text = (value: string) => ({ type: 'text' as const, text: value });
const fail = (...texts: string[]): CallToolResult => ({ isError: true, content: texts.map(text) });

/** The error of a call from which no request can be built, in the error format of the API. */
export const refuse = (message: string): CallToolResult =>
  fail(JSON.stringify({ data: null, error: { code: 'BAD_REQUEST', message } }));

/** The result of a tool: the JSON of the response, and a hint if another page follows. */
export function toResult({ status, headers, body }: InnerResponse, call: Call): CallToolResult {
  const retry = `Try again in ${String(headers['retry-after'])} seconds.`;
  if (status === 429) return fail(body, retry);
  if (status !== 200) return fail(body);
  const bytes = Buffer.byteLength(body);
  if (bytes > call.maxBytes) return fail(tooLarge(bytes, call));
  const next = describeNextPage(JSON.parse(body) as Answer);
  return { content: [text(body), ...(next === undefined ? [] : [text(next)])] };
}

function describeNextPage({ data, meta }: Answer): string | undefined {
  const cursor = meta?.pagination?.next_cursor;
  if (cursor) {
    return `More rows follow. For the next page, call this tool again with the same arguments and cursor ${JSON.stringify(cursor)}.`;
  }
  const { page, total_pages: pages } = data?.pagination ?? { page: 1, total_pages: 1 };
  if (page >= pages) return undefined;
  return `This is page ${page} of ${pages}. For the next page, call this tool again with the same arguments and page ${page + 1}.`;
}

/** A result is never truncated: it would be invalid JSON, or would look complete. */
function tooLarge(bytes: number, { maxBytes, sent }: Call): string {
  const what = `The response has ${bytes} bytes, but a tool returns at most ${maxBytes}.`;
  const name = pageSizes.find((one) => Number(sent[one]) > 1);
  if (name === undefined) return `${what} Request less: use a shorter window or more filters.`;
  // Rows differ in size, so this suggests somewhat fewer than would fit on average.
  const fitting = Math.max(1, Math.floor((Number(sent[name]) * maxBytes * 0.8) / bytes));
  return `${what} Request fewer rows with ${name} ${fitting}, or use filters.`;
}
