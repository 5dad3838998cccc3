import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type Comparison, type Figure, type Run, type Scenario } from '../scenario.ts';
import { startPage } from './page-against-floor.ts';

const accepted = { 'Accept-Encoding': 'zstd, br, gzip' };

/** What a compressed page saves on the wire, and what it costs in requests. */
export const compressedPage: Scenario = {
  name: 'compressed-page',
  summary:
    'a page of 100 workloads with `Accept-Encoding: zstd, br, gzip`; floor: the same without',
  async prepare(run) {
    const kept = await preparePage('kept answers', run);
    const fresh = await preparePage('fresh answers', run);
    return {
      ...kept.prepared,
      comparisons: [...kept.comparisons, ...fresh.comparisons],
      figures: () => kept.figures,
      async close() {
        await kept.prepared.close();
        await fresh.prepared.close();
      },
    };
  },
};

async function preparePage(name: 'kept answers' | 'fresh answers', run: Run) {
  const { prepared, measureService, url, headers } = await startPage(
    ['workload-page', '/v1/workloads'],
    run,
    { keepsAnswers: name === 'kept answers' },
  );
  const plain = await readAnswer(url, headers);
  const { bytes, encoding } = await readAnswer(url, { ...headers, ...accepted });
  const comparison: Comparison = {
    name: `${name} as ${encoding ?? 'they are'}`,
    unit: 'requests/s',
    target: { ratioAtLeast: 0.9 },
    measureService: () => measureService(accepted),
    measureFloor: () => measureService(),
  };
  const figures: readonly Figure[] = [
    { name: 'body as it is', value: plain.bytes / 1_000, unit: 'kB' },
    {
      name: 'body on the wire',
      value: encoding ? bytes / 1_000 : 'no Content-Encoding',
      unit: 'kB',
      target: { atMost: 12 },
    },
  ];
  return { prepared, comparisons: encoding ? [comparison] : [], figures };
}

/** The bytes of a body as they are sent: `fetch` would decompress them. */
async function readAnswer(url: string, headers: Readonly<Record<string, string>>) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
  return { bytes, encoding: response.headers['content-encoding'] };
}
