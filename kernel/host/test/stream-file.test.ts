import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { DatabaseFailure } from '@costplane/reader';
import { type Exchange } from '../src/http/exchange.ts';
import { streamFile, type StreamLimits } from '../src/http/steps/stream-file.ts';

const mebibyte = 2 ** 20;

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

describe('streamed file', () => {
  const failures: unknown[] = [];
  const broken: string[] = [];
  const nothing = () => undefined;
  const services = {
    metrics: {
      deadlineExceeded: nothing,
      exportBroken: (reason: string) => broken.push(reason),
    } as never,
    log: {
      debug: nothing,
      info: nothing,
      warn: nothing,
      error: (fields: object) => failures.push((fields as { err?: unknown }).err),
    },
  };
  let serve: Serve;
  const server = createServer((request, response) => void serve(request, response));

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    failures.length = 0;
    broken.length = 0;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Readable,
    limits: Pick<StreamLimits, 'silentForSeconds' | 'stalledAfterMs'> & Partial<StreamLimits>,
  ): Promise<void> => {
    const definition = { operationId: 'file', stream: { trailers: { 'X-Status': '' } } };
    const exchange = { request, response, requestId: 'req', route: { pluginId: 'p', definition } };
    return streamFile(
      exchange as unknown as Exchange,
      {
        contentType: 'text/csv',
        headers: {},
        body,
        trailers: () => Promise.resolve({ 'X-Status': 'complete' }),
        failedTrailers: { 'X-Status': 'failed' },
        brokenEnd: '"',
      },
      { ...services, streamLimits: { minBytesPerSecond: 0, graceMs: 0, ...limits } },
    );
  };
  /** A client that takes nothing of itself. */
  const ask = (): Socket => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', nothing).pause();
    client.write('GET / HTTP/1.1\r\nHost: x\r\nTE: trailers\r\nConnection: close\r\n\r\n');
    return client;
  };
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 400; tries += 1) {
      if (isSo()) return;
      await sleep(20);
    }
    throw new Error('it did not come to be');
  };

  it('is complete for a slow client, however large its chunks are', async () => {
    const limits = { silentForSeconds: 1.5, stalledAfterMs: 1400 };
    const startedAtMs = performance.now();
    serve = (request, response) =>
      send(request, response, Readable.from([Buffer.alloc(32 * mebibyte)]), limits);
    let taken = 0;
    let end = '';
    const client = ask();
    client.on('data', (part: Buffer) => {
      taken += part.length;
      end = `${end}${String(part.subarray(-200))}`.slice(-200);
      client.pause();
    });
    const pace = setInterval(() => client.resume(), 5);
    await once(client, 'end');
    clearInterval(pace);
    expect(performance.now() - startedAtMs).to.be.greaterThan(1500);
    expect(taken).to.be.greaterThan(32 * mebibyte);
    expect(end).to.match(/X-Status: complete/);
    expect(failures).to.eql([]);
  });

  it('is complete if the file and then its client pause, each within its limit', async () => {
    const limits = { silentForSeconds: 2, stalledAfterMs: 1_800 };
    const pausing = async function* (response: ServerResponse) {
      do {
        yield Buffer.alloc(16 * 1024);
        await sleep(1);
        // Until the client's system accepts no more.
      } while (response.writableLength === 0);
      await sleep(1_200);
      yield Buffer.alloc(mebibyte);
    };
    serve = (request, response) =>
      send(request, response, Readable.from(pausing(response)), limits);
    const client = ask();
    await sleep(2_200);
    client.resume();
    await once(client, 'close');
    expect(failures).to.eql([]);
  });

  it('is closed if its client disconnected before it was ready', async () => {
    const body = new Readable({ read: nothing });
    let isDone = false;
    serve = async (request, response) => {
      await once(response, 'close');
      await send(request, response, body, { silentForSeconds: 60, stalledAfterMs: 60_000 });
      isDone = true;
    };
    const client = ask();
    await once(server, 'request');
    client.destroy();
    await until(() => isDone);
    expect(body.destroyed).to.equal(true);
    expect(broken).to.eql([]);
  });

  it('is closed when it is aborted, and so is a client that does not read its end', async () => {
    const body = new Readable({ read: nothing });
    let answer: ServerResponse | undefined;
    serve = (request, response) => {
      answer = response;
      return send(request, response, body, { silentForSeconds: 0.5, stalledAfterMs: 400 });
    };
    const client = ask();
    const sent = () => answer?.socket?.writableLength ?? 0;
    while (sent() === 0 && !body.destroyed) {
      body.push(Buffer.alloc(3000));
      await new Promise(setImmediate);
    }
    await until(() => body.destroyed);
    await until(() => answer?.destroyed === true);
    client.destroy();
  });

  it('reports in trailers that it has stopped sending', async () => {
    const body = new Readable({ read: nothing });
    serve = (request, response) =>
      send(request, response, body, { silentForSeconds: 0.3, stalledAfterMs: 5000 });
    const client = ask();
    let text = '';
    client.on('data', (part: Buffer) => (text += String(part)));
    client.resume();
    await once(client, 'end');
    expect(text).to.match(/X-Status: failed\r\n\r\n$/);
    expect(body.destroyed).to.equal(true);
    expect(failures).to.have.length(1);
    expect(broken).to.eql(['deadline']);
  });

  it('is counted as broken, by the reason of the failure', async () => {
    for (const [failure, reason] of [
      [new DatabaseFailure('UPSTREAM_UNAVAILABLE', new Error('terminated')), 'ledger_failed'],
      [new TypeError('a mistake'), 'failed'],
    ] as const) {
      broken.length = 0;
      const body = new Readable({ read: nothing });
      serve = (request, response) =>
        send(request, response, body, { silentForSeconds: 60, stalledAfterMs: 60_000 });
      const client = ask();
      client.once('data', () => body.destroy(failure));
      body.push('first');
      client.resume();
      await once(client, 'end');
      expect(broken).to.eql([reason]);
    }
  });
});
