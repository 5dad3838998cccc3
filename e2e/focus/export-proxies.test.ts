import { expect } from 'chai';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve, type Service } from '../support/costplane.ts';
import {
  createExporter,
  type Download,
  type Exporter,
  exportPath,
  open,
  receive,
} from '../support/focus/export-client.ts';
import { type ExportRequest, formats } from '../support/focus/exported-file.ts';
import { type History } from '../support/focus/history.ts';
import { openHttp2 } from '../support/focus/http2-client.ts';
import {
  createLargeHistory,
  exportingProcesses,
  killExports,
  largeRequest,
} from '../support/focus/large-history.ts';
import { isNginx, nginxPath, startNginx } from '../support/focus/nginx.ts';
import {
  caddyPath,
  envoyPath,
  haproxyPath,
  startCaddy,
  startEnvoy,
  startHaproxy,
} from '../support/focus/other-proxies.ts';
import { isOfVersion, type Proxy } from '../support/focus/proxy-process.ts';
import { expectUnfinished } from '../support/focus/unfinished.ts';
import { skip } from '../support/skip.ts';

const asksForTrailers =
  'proxy_http_version 1.1; proxy_set_header Connection "te"; proxy_set_header TE "trailers";';

interface ProxyCase {
  readonly name: string;
  readonly start: (target: string) => Promise<Proxy>;
  /** Why it is not run here. */
  readonly missing: string | false;
  /** Whether trailers come through. */
  readonly passesTrailers?: boolean;
  /** Why a file that fails looks whole behind it. */
  readonly hidesFailures?: string | false;
}

const noNginx = nginxPath === undefined && 'nginx is not installed';
const nginxWith = (settings: string) => (target: string) => startNginx(target, settings);
const oldCaddy =
  caddyPath !== undefined &&
  !isOfVersion(caddyPath, 'version', [2, 7, 6]) &&
  'Caddy before 2.7.6 makes a broken file look whole';

/** By what the guide and the README call them. */
const proxies: readonly ProxyCase[] = [
  {
    name: 'nginx as it comes, over HTTP/1.0',
    start: nginxWith('proxy_http_version 1.0;'),
    missing: noNginx,
  },
  {
    name: 'nginx over HTTP/1.1',
    start: nginxWith('proxy_http_version 1.1;'),
    missing: noNginx,
  },
  {
    name: 'nginx that does not buffer',
    start: nginxWith('proxy_buffering off;'),
    missing: noNginx,
  },
  {
    name: 'nginx that asks for trailers',
    start: nginxWith(asksForTrailers),
    missing: noNginx,
  },
  {
    name: 'nginx that passes trailers on',
    start: nginxWith(`${asksForTrailers} proxy_pass_trailers on;`),
    missing:
      nginxPath === undefined || !isNginx(1, 27, 2) ? 'nginx before 1.27.2 drops trailers' : false,
    passesTrailers: true,
  },
  {
    name: 'HAProxy',
    start: startHaproxy,
    missing: haproxyPath === undefined && 'HAProxy is not installed',
    passesTrailers: true,
  },
  {
    name: 'Caddy',
    start: startCaddy,
    missing: caddyPath === undefined && 'Caddy is not installed',
    passesTrailers: true,
    hidesFailures: oldCaddy,
  },
  {
    name: 'Envoy',
    start: startEnvoy,
    missing: envoyPath === undefined && 'Envoy is not installed',
    passesTrailers: true,
  },
];
const clients = ['HTTP/1.1', 'HTTP/2'] as const;

describe('a FOCUS export through a proxy', () => {
  let history: History;
  let service: Service;
  let exporter: Exporter;

  before(async function () {
    if (proxies.every(({ missing }) => missing)) skip(this, 'no proxy is installed');
    history = await createLargeHistory();
    cleanUp.push(() => history.drop());
    service = await serve({ ...history.environment, LOG_LEVEL: 'fatal' });
    cleanUp.push(() => service.stop());
    exporter = createExporter(service.url, history.environment);
  });
  const cleanUp: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  it('is buffered completely by nginx while its client waits, unless buffering is off', async function () {
    if (noNginx) skip(this, noNginx);
    const [buffering, direct] = [
      await startNginx(service.url, 'proxy_http_version 1.1;'),
      await startNginx(service.url, 'proxy_http_version 1.1; proxy_buffering off;'),
    ];
    try {
      const path = exportPath(largeRequest);
      const begin = async ({ url }: Proxy) => {
        const response = await open(url + path, { key: await exporter.key() });
        await once(response, 'readable');
        return response;
      };
      const held = await begin(direct);
      const buffered = await begin(buffering);
      const running = () => exportingProcesses(history.database);
      for (let waited = 0; (await running()).length > 1 && waited < 20_000; waited += 50) {
        await sleep(50);
      }
      expect(await running()).to.have.length(1);
      expect((await receive(buffered)).isComplete).to.equal(true);
      expect(await running()).to.have.length(1);
      expect((await receive(held)).isComplete).to.equal(true);
      expect(await running()).to.have.length(0);
    } finally {
      await buffering.stop();
      await direct.stop();
    }
  });

  for (const { name, start, missing, passesTrailers = false, hidesFailures = false } of proxies) {
    describe(`(${name})`, () => {
      let proxy: Proxy | undefined;
      before(async function () {
        if (missing) skip(this, missing);
        proxy = await start(service.url);
      });
      after(() => proxy?.stop());

      /** The response whose body has begun. */
      const begin = async (
        client: (typeof clients)[number],
        request: ExportRequest,
      ): Promise<() => Promise<Download>> => {
        const key = await exporter.key();
        const path = exportPath(request);
        if (client === 'HTTP/2') {
          const response = await openHttp2(proxy!.http2Url + path, key);
          return () => response.receive();
        }
        const response = await open(proxy!.url + path, { key, te: true });
        await once(response, 'readable');
        return () => receive(response);
      };

      for (const client of clients) {
        for (const format of formats) {
          it(`reaches a client of ${client} unchanged, as ${format}`, async () => {
            const request = { ...largeRequest, to: '2026-01-10', format };
            const direct = await exporter.deliver(request);
            const file = await (await begin(client, request))();
            expect(file.isComplete).to.equal(true);
            expect(file.body.equals(direct.body)).to.equal(true);
            for (const header of Object.keys(direct.headers).filter((one) =>
              /^x-(f|e)/.test(one),
            )) {
              expect(file.headers[header], header).to.equal(direct.headers[header]);
            }
            // Whole, or not at all.
            const expected = passesTrailers ? direct.trailers : {};
            // Those of HTTP/2 have a symbol of Node.js beside their names.
            expect(Object.fromEntries(Object.entries(file.trailers))).to.eql({ ...expected });
          });

          it(`that fails is recognized as incomplete by a client of ${client}, as ${format}`, async function () {
            if (hidesFailures) skip(this, hidesFailures);
            const request = { ...largeRequest, format };
            const rest = await begin(client, request);
            expect(await killExports(history.database)).to.equal(1);
            expectUnfinished(await rest(), request, await exporter.schema({}));
          });
        }
      }
    });
  }
});
