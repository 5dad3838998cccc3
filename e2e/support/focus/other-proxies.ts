import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../costplane.ts';
import { temporaryFolder } from '../folder.ts';
import { findProgram, type Proxy, startProgram } from './proxy-process.ts';

interface Addresses {
  readonly port: number;
  readonly http2Port: number;
  /** `host:port` of the service. */
  readonly service: string;
}

/** Starts a program with a configuration of its own. */
async function start(
  path: string,
  target: string,
  file: string,
  configure: (addresses: Addresses) => string,
  argsFor: (configuration: string) => readonly string[],
): Promise<Proxy> {
  const folder = await temporaryFolder();
  const [port, http2Port] = [await freePort(), await freePort()];
  const configuration = join(folder.path, file);
  await writeFile(configuration, configure({ port, http2Port, service: new URL(target).host }));
  const { stop } = await startProgram(path, argsFor(configuration), {
    ports: [port, http2Port],
    home: folder.path,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    http2Url: `http://127.0.0.1:${http2Port}`,
    async stop() {
      await stop();
      await folder.remove();
    },
  };
}

export const haproxyPath = findProgram('haproxy');
export const caddyPath = findProgram('caddy');
export const envoyPath = findProgram('envoy');

export const startHaproxy = (target: string): Promise<Proxy> =>
  start(
    ...([haproxyPath!, target, 'haproxy.cfg'] as const),
    ({ port, http2Port, service }) => `global
  tune.bufsize 98304
defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 75s
  timeout http-keep-alive 60s
frontend api
  bind 127.0.0.1:${port}
  bind 127.0.0.1:${http2Port} proto h2
  default_backend api
backend api
  server one ${service}
`,
    (configuration) => ['-db', '-f', configuration],
  );

export const startCaddy = (target: string): Promise<Proxy> =>
  start(
    ...([caddyPath!, target, 'Caddyfile'] as const),
    ({ port, http2Port, service }) => `{
  admin off
  auto_https off
  servers {
    protocols h1 h2c
  }
}
http://127.0.0.1:${port}, http://127.0.0.1:${http2Port} {
  reverse_proxy ${service} {
    transport http {
      keepalive 60s
      response_header_timeout 75s
    }
  }
}
`,
    (configuration) => ['run', '--adapter', 'caddyfile', '--config', configuration],
  );

export const startEnvoy = (target: string): Promise<Proxy> =>
  start(
    ...([envoyPath!, target, 'envoy.yaml'] as const),
    ({ port, http2Port, service }) => `static_resources:
  listeners:
${[port, http2Port].map((one) => listener(one)).join('')}
  clusters:
    - name: api
      connect_timeout: 5s
      type: STATIC
      typed_extension_protocol_options:
        envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
          '@type': type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
          common_http_protocol_options: { idle_timeout: 60s }
          explicit_http_config: { http_protocol_options: { enable_trailers: true } }
      load_assignment:
        cluster_name: api
        endpoints:
          - lb_endpoints:
              - endpoint:
                  address:
                    socket_address: { address: 127.0.0.1, port_value: ${service.split(':')[1] ?? ''} }
`,
    (configuration) => ['--log-level', 'error', '-c', configuration],
  );

const listener = (port: number) => `    - address:
        socket_address: { address: 127.0.0.1, port_value: ${port} }
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                '@type': type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: api
                http_protocol_options: { enable_trailers: true }
                max_request_headers_kb: 96
                stream_idle_timeout: 75s
                http_filters:
                  - name: envoy.filters.http.router
                    typed_config:
                      '@type': type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
                route_config:
                  virtual_hosts:
                    - name: api
                      domains: ['*']
                      routes:
                        - match: { prefix: / }
                          route: { cluster: api, timeout: 0s }
`;
