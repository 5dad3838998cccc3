import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve, type Service } from '../support/costplane.ts';
import {
  createExporter,
  download,
  type Exporter,
  exportPath,
  open,
  receive,
} from '../support/focus/export-client.ts';
import { type Format, formats } from '../support/focus/exported-file.ts';
import { type History } from '../support/focus/history.ts';
import {
  createLargeHistory,
  exportingProcesses,
  killExports,
  largeRequest,
} from '../support/focus/large-history.ts';
import { expectUnfinished, unfinished } from '../support/focus/unfinished.ts';

describe('a FOCUS export that does not complete', () => {
  let history: History;
  let service: Service;
  let exporter: Exporter;

  before(async () => {
    history = await createLargeHistory();
    service = await serve({ ...history.environment, LOG_LEVEL: 'fatal' });
    exporter = createExporter(service.url, history.environment);
  });
  after(async () => {
    await service.stop();
    await history.drop();
  });

  const makeRequest = (format: Format) => ({ ...largeRequest, format });
  const makeUrl = (format: Format) => service.url + exportPath(makeRequest(format));
  const exporting = () => exportingProcesses(history.database);
  /** The response as soon as its body has begun, with the query held up by a client that waits. */
  const begin = async (format: Format, te = false) => {
    const response = await open(makeUrl(format), { key: await exporter.key(), te });
    await once(response, 'readable');
    expect(response.statusCode).to.equal(200);
    expect(await exporting()).to.have.length(1);
    return response;
  };
  const untilNoneExports = async () => {
    for (let waited = 0; (await exporting()).length > 0 && waited < 5_000; waited += 50) {
      await sleep(50);
    }
    expect(await exporting()).to.eql([]);
  };

  for (const format of formats) {
    it(`ends its query when the client goes away, as ${format}`, async () => {
      const response = await begin(format);
      response.destroy();
      await untilNoneExports();
      expect((await download(`${service.url}/health/ready`)).status).to.equal(200);
    });

    it(`is aborted when its database dies, as ${format}`, async () => {
      const response = await begin(format);
      expect(await killExports(history.database)).to.equal(1);
      const file = await receive(response);
      expectUnfinished(file, makeRequest(format), await exporter.schema({}));
      expect(file.isComplete).to.equal(false);
    });

    it(`reports in its trailers that its database died, and does not parse, as ${format}`, async () => {
      const response = await begin(format, true);
      expect(await killExports(history.database)).to.equal(1);
      const file = await receive(response);
      const schema = await exporter.schema({});
      expectUnfinished(file, makeRequest(format), schema);
      expect(file.trailers['x-export-status']).to.equal('error');
      expect(unfinished(file, makeRequest(format), schema)).to.eql({
        isBrokenOff: false,
        doesParse: false,
      });
    });

    it(`resets the connection of HTTP/1.0 when its database dies, as ${format}`, async () => {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname);
      let failure: NodeJS.ErrnoException | undefined;
      socket.on('error', (error) => (failure = error));
      const key = await exporter.key();
      socket.write(
        `GET ${exportPath(makeRequest(format))} HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      );
      await once(socket, 'readable');
      const head = String(socket.read());
      expect(head).to.match(/^HTTP\/1\.[01] 200 /);
      expect(head).to.not.match(/transfer-encoding/i);
      expect(await killExports(history.database)).to.equal(1);
      socket.resume();
      // `once` would take the error for a failure to wait.
      await new Promise<void>((resolve) =>
        socket.closed ? resolve() : socket.on('close', resolve),
      );
      expect(failure?.code).to.equal('ECONNRESET');
    });
  }

  it('is counted with its reason, unless its client went away', async () => {
    const counts = async () => {
      const text = (await download(service.metricsUrl)).body.toString();
      const lines = text.matchAll(/^costplane_exports_broken_total\{reason="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries(
        [...lines].map(([, reason = '', count]) => [reason, Number(count)]),
      ) as Record<string, number>;
    };
    const before = await counts();
    const response = await begin('csv', true);
    expect(await killExports(history.database)).to.equal(1);
    await receive(response);
    (await begin('csv')).destroy();
    await untilNoneExports();
    const failed = (before.ledger_failed ?? 0) + 1;
    expect(await counts()).to.eql({ ...before, ledger_failed: failed });
    expect(before.failed).to.equal(0);
  });

  it('does not affect the next export', async () => {
    const file = await exporter.export({ ...largeRequest, to: '2026-01-10' });
    expect(file.rows.length).to.be.greaterThan(2_000);
    await untilNoneExports();
  });
});
