import { expect } from 'chai';
import { readFile, symlink, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { createDatabase } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';
import { repository } from './support/paths.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const caller = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };

describe('traces, as the guide sets them up', () => {
  const exports: Export[] = [];
  const cleanUp: (() => unknown)[] = [];
  let service: Service;
  let key: string;

  before(async () => {
    const collector = createServer((request, response) => {
      void json(request).then((body) => {
        exports.push(body as Export);
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => collector.close());
    const { port } = collector.address() as AddressInfo;
    const database = await createDatabase();
    cleanUp.push(() => database.drop());
    const environment = { DATABASE_URL: database.url };
    await costplaneJson(['org', 'create', 'acme'], environment);
    ({ key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'acme', '--scope', 'all'],
      environment,
    ));
    service = await serve({
      ...environment,
      NODE_OPTIONS: `--import ${await writeGuidesFile()}`,
      OTEL_SERVICE_NAME: 'costs',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      LOG_LEVEL: 'info',
    });
    cleanUp.push(() => service.stop());
  });
  after(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  /** `tracing.mjs` of the guide, in a folder where the SDK is installed. */
  async function writeGuidesFile(): Promise<string> {
    const guide = await readFile(join(repository, 'docs/guides/run-it.md'), 'utf8');
    const [, source] = /cat > tracing\.mjs <<'EOF'\n(.*?)\nEOF\n/s.exec(guide) ?? [];
    const folder = await temporaryFolder();
    cleanUp.push(() => folder.remove());
    await mkdir(join(folder.path, 'node_modules'));
    await symlink(
      join(repository, 'node_modules/@opentelemetry'),
      join(folder.path, 'node_modules/@opentelemetry'),
    );
    const file = join(folder.path, 'tracing.mjs');
    await writeFile(file, source ?? '');
    return pathToFileURL(file).href;
  }

  const spans = () =>
    exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );

  it('reach an OTLP collector, continue the caller, and are named in the log', async () => {
    const response = await fetch(`${service.url}/v1/clusters`, {
      headers: {
        Authorization: `Bearer ${key}`,
        traceparent: `00-${caller.trace}-${caller.span}-01`,
      },
    });
    expect(response.status).to.equal(200);
    const ofRequest = () => spans().find(({ name }) => name === 'listClusters');
    for (let waited = 0; ofRequest() === undefined && waited < 30_000; waited += 50)
      await sleep(50);

    const request = ofRequest();
    expect(request?.traceId).to.equal(caller.trace);
    expect(request?.parentSpanId).to.equal(caller.span);
    const queries = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(queries.map(({ name }) => name)).to.include('query');
    const [{ resource } = { resource: { attributes: [] } }] = exports[0]?.resourceSpans ?? [];
    expect(resource.attributes).to.deep.include({
      key: 'service.name',
      value: { stringValue: 'costs' },
    });

    const line = () =>
      service.output.stderr.split('\n').find((one) => one.includes('"listClusters"'));
    for (let waited = 0; line() === undefined && waited < 30_000; waited += 50) await sleep(50);
    expect(JSON.parse(line() ?? '{}')).to.include({
      level: 'info',
      trace_id: caller.trace,
      span_id: request?.spanId,
      msg: 'request',
    });
  });
});
