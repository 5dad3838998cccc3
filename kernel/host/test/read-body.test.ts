import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import { expect } from 'chai';
import { type ApiError, maxPageBytes } from '@costplane/plugin-api';
import { type Exchange } from '../src/http/exchange.ts';
import { readBody } from '../src/http/steps/read-body.ts';
import { UnsentBodies } from '../src/http/unsent-bodies.ts';

describe('request bodies that clients do not finish', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  const begin = (unsentBodies: UnsentBodies, length: number, encoding?: string) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': String(length),
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    };
    const request = Object.assign(new IncomingMessage(new Socket()), { headers });
    const response = new ServerResponse(request);
    const definition = { scope: 'costs:read', maxBodyBytes: 2 ** 20 };
    const exchange = {
      request,
      response,
      route: { checkBody: () => [], definition },
      principal: { organization: { id: 'slow' } },
    };
    const reading = readBody(exchange as unknown as Exchange, { unsentBodies });
    const failure = reading.catch((error: unknown) => error as ApiError);
    return { response, failure };
  };

  it('get 408 after 30 seconds, and the connection is closed', async () => {
    const { response, failure } = begin(new UnsentBodies(), 10);
    mock.timers.tick(30_000);
    expect((await failure)?.status).to.equal(408);
    expect(response.getHeader('Connection')).to.equal('close');
  });

  it('are limited per organization by the memory that they may take', async () => {
    const bodies = new UnsentBodies();
    const small = Array.from({ length: 1_000 }, () => begin(bodies, 1_000));
    const compressed = Array.from({ length: 127 }, () => begin(bodies, 1_000, 'gzip'));
    expect((await begin(bodies, 1_000, 'gzip').failure)?.code).to.equal('RATE_LIMITED');
    mock.timers.tick(30_000);
    for (const { failure } of [...small, ...compressed])
      expect((await failure)?.status).to.equal(408);
    expect(bodies.maxPageBytes('slow')).to.equal(maxPageBytes);
  });
});
