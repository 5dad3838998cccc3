import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type Scenario } from '../scenario.ts';
import { startPage } from './page-against-floor.ts';

const accepted = { 'Accept-Encoding': 'zstd, br, gzip' };

/** What a compressed page saves on the wire, and what it costs in requests. */
export const compressedPage: Scenario = {
  name: 'compressed-page',
  summary:
    'a page of 100 workloads with `Accept-Encoding: zstd, br, gzip`; floor: the same without',
  async prepare(run) {
    const { prepared, measureService, url, headers } = await startPage(
      'workload-page',
      '/v1/workloads',
      run,
    );
    const plain = await readAnswer(url, headers);
    const compressed = await readAnswer(url, { ...headers, ...accepted });
    const { encoding } = compressed;
    return {
      ...prepared,
      comparisons: encoding
        ? [
            {
              name: `first page of workloads as ${encoding}`,
              unit: 'requests/s',
              target: { ratioAtLeast: 0.9 },
              measureService: () => measureService(accepted),
              measureFloor: () => measureService(),
            },
          ]
        : [],
      figures: () => [
        { name: 'body as it is', value: plain.bytes / 1_000, unit: 'kB' },
        {
          name: `body on the wire`,
          value: encoding ? compressed.bytes / 1_000 : 'no Content-Encoding',
          unit: 'kB',
          target: { atMost: 12 },
        },
      ],
    };
  },
};

/** The bytes of a body as they are sent: `fetch` would decompress them. */
async function readAnswer(url: string, headers: Readonly<Record<string, string>>) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  return { bytes, encoding: response.headers['content-encoding'] };
}
