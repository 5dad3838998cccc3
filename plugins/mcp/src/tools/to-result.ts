import { type CallToolResult } from '@modelcontextprotocol/server';
import { type InnerResponse } from '@costplane/plugin-api';
import { type Arguments } from './tool.ts';

/** A page of a list, by cursor or by number. */
interface Answer {
  readonly data?: { readonly pagination?: { readonly page: number; readonly total_pages: number } };
  readonly meta?: { readonly pagination?: { readonly next_cursor?: string } };
}

/** The arguments that say how many rows a page has, by cursor and by number. */
export const pageSizes = ['limit', 'per_page'];

interface Call {
  readonly maxBytes: number;
  readonly sent: Arguments;
}

const text = (value: string) => ({ type: 'text' as const, text: value });

/** The error of a call that no request can be made of, in the shape of the API's. */
export const refuse = (message: string): CallToolResult => ({
  isError: true,
  content: [text(JSON.stringify({ data: null, error: { code: 'BAD_REQUEST', message } }))],
});

/** What a tool returns for an answer of the API: its JSON, and how to go on where it is a page. */
export function toResult({ status, body }: InnerResponse, call: Call): CallToolResult {
  if (status !== 200) return { isError: true, content: [text(body)] };
  const bytes = Buffer.byteLength(body);
  if (bytes > call.maxBytes) return { isError: true, content: [text(tooLarge(bytes, call))] };
  const next = describeNextPage(JSON.parse(body) as Answer);
  return { content: [text(body), ...(next === undefined ? [] : [text(next)])] };
}

function describeNextPage({ data, meta }: Answer): string | undefined {
  const cursor = meta?.pagination?.next_cursor;
  if (cursor !== undefined) {
    return `More rows follow. For the next page call this again with the same arguments and cursor ${JSON.stringify(cursor)}.`;
  }
  const { page, total_pages: pages } = data?.pagination ?? { page: 1, total_pages: 1 };
  if (page >= pages) return undefined;
  return `This is page ${page} of ${pages}. For the next one call this again with the same arguments and page ${page + 1}.`;
}

/** An answer is never cut: what is left of it would not parse, or look whole. */
function tooLarge(bytes: number, { maxBytes, sent }: Call): string {
  const what = `The answer has ${bytes} bytes, and a tool returns ${maxBytes} at most.`;
  const name = pageSizes.find((one) => Number(sent[one]) > 1);
  if (name === undefined) return `${what} Ask for less: a shorter time, or more filters.`;
  // Rows differ in size: somewhat fewer than would fit on average.
  const fitting = Math.max(1, Math.floor((Number(sent[name]) * maxBytes * 0.8) / bytes));
  return `${what} Ask for fewer rows with ${name} ${fitting}, or use filters.`;
}
