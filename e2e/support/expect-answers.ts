import { expect } from 'chai';
import { type Client } from './client.ts';

/** What must come of a request. */
export interface Expectation {
  /** `refused`: a status from 400 to 499, of any code; a family with errors of its own chooses which. */
  readonly status: number | 'refused' | 'answered or refused';
  readonly code?: string | undefined;
  /** Of the first detail of the error. */
  readonly reason?: string;
  readonly field?: string;
  /** Whether the list, or the explorer, has no rows. */
  readonly isEmpty?: boolean;
}

/** A GET, or with a body a POST of it. */
export type Request = readonly [url: string, expected: Expectation, body?: object];

/** Asks for everything, and tells what was answered otherwise than expected. */
export type ExpectAnswers = (
  requests: Iterable<Request>,
  keyFor?: (url: string) => string,
) => Promise<void>;

/** The client holds every answer against the document; what is left to see is which one it is. */
export function expectAnswers(
  client: Client,
  keyByDefault: (url: string) => string,
): ExpectAnswers {
  const ask = async ([url, expected, sent]: Request, key: string): Promise<string | undefined> => {
    const { status, body, text } = await (sent
      ? client.post(url, sent, key)
      : client.get(url, key));
    const [detail = {}] = body?.error?.details ?? [];
    const given = {
      status,
      ...(typeof expected.status === 'number' ? { code: body?.error?.code } : {}),
      ...('reason' in expected ? { reason: detail.reason } : {}),
      ...('field' in expected ? { field: detail.field } : {}),
      ...('isEmpty' in expected ? { isEmpty: (body?.data?.rows ?? body?.data)?.length === 0 } : {}),
    };
    const isRight = Object.entries(given).every(([name, value]) =>
      name === 'status'
        ? hasStatus(status, expected.status)
        : value === expected[name as keyof Expectation],
    );
    return isRight ? undefined : `${text.slice(0, 300)} instead of ${JSON.stringify(expected)}`;
  };

  return async (requests, keyFor = keyByDefault) => {
    const wrong: string[] = [];
    let count = 0;
    for (const request of requests) {
      count += 1;
      const [url, , sent] = request;
      const problem = await ask(request, keyFor(url)).catch((failure: unknown) => String(failure));
      if (problem === undefined) continue;
      const body = sent ? shorten(JSON.stringify(sent)) : '';
      wrong.push(`${shorten(url)} ${body}: ${problem}`);
    }
    expect(wrong, wrong.slice(0, 20).join('\n')).to.eql([]);
    expect(count).to.be.greaterThan(0);
  };
}

function hasStatus(status: number, expected: Expectation['status']): boolean {
  if (typeof expected === 'number') return status === expected;
  const isRefused = status >= 400 && status < 500;
  return isRefused || (expected === 'answered or refused' && status === 200);
}

const shorten = (text: string) =>
  text.length > 200 ? `${text.slice(0, 200)}... (${text.length})` : text;
