import { expect } from 'chai';
import { type ServerResponse } from 'node:http';
import { createClient, exportFocus, ExportInterruptedError } from '../src/index.ts';
import { sendError, serve } from './support/serve.ts';

const window = { from: '2026-11-01', to: '2026-11-02' };

function sendHead(response: ServerResponse): void {
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="focus-workload.csv"',
    'X-Focus-Dataset-Instance-Id': 'dataset',
    'X-Focus-Schema-Id': 'schema',
    'X-Export-Partial': 'true',
    'X-Export-Archived-Months': '2026-09,2026-10',
  });
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text();
}

describe('exportFocus', () => {
  it('streams the file with the metadata of its headers', async () => {
    await using server = await serve((response) => {
      sendHead(response);
      response.write('a,b\n');
      response.end('1,2\n');
    });
    const { body, ...about } = await exportFocus(createClient({ url: server.url }), window);
    expect(about).to.eql({
      contentType: 'text/csv; charset=utf-8',
      fileName: 'focus-workload.csv',
      datasetInstanceId: 'dataset',
      schemaId: 'schema',
      isPartial: true,
      archivedMonths: ['2026-09', '2026-10'],
    });
    expect(await readText(body)).to.equal('a,b\n1,2\n');
    expect(server.requests[0]?.url).to.equal('/v1/exports/focus?from=2026-11-01&to=2026-11-02');
  });

  it('throws if the file is incomplete', async () => {
    await using server = await serve((response) => {
      sendHead(response);
      response.write('a,b\n', () => response.destroy());
    });
    const { body } = await exportFocus(createClient({ url: server.url }), window);
    const error = await readText(body).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ExportInterruptedError);
  });

  it('stops when it is aborted, with the reason of the caller', async () => {
    await using server = await serve((response) => {
      sendHead(response);
      response.write('a,b\n');
    });
    const leave = new AbortController();
    const client = createClient({ url: server.url });
    const { body } = await exportFocus(client, window, { signal: leave.signal });
    const reading = readText(body).catch((thrown: unknown) => thrown);
    leave.abort(new Error('left'));
    expect(await reading).to.include({ message: 'left' });
  });

  it('throws the error of a rejected file', async () => {
    await using server = await serve((response) => sendError(response, 422, 'VALIDATION_ERROR'));
    const client = createClient({ url: server.url });
    const error = await exportFocus(client, window).catch((thrown: unknown) => thrown);
    expect(error).to.include({ name: 'CostplaneError', code: 'VALIDATION_ERROR' });
  });
});
