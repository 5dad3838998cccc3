import { expect } from 'chai';
import { type Client } from './client.ts';

/** What must come of a request. */
export interface Expectation {
  readonly status: number;
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
      code: body?.error?.code,
      ...('reason' in expected ? { reason: detail.reason } : {}),
      ...('field' in expected ? { field: detail.field } : {}),
      ...('isEmpty' in expected ? { isEmpty: (body?.data?.rows ?? body?.data)?.length === 0 } : {}),
    };
    const isRight = Object.entries(given).every(
      ([name, value]) => value === expected[name as keyof Expectation],
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

const shorten = (text: string) =>
  text.length > 200 ? `${text.slice(0, 200)}... (${text.length})` : text;
