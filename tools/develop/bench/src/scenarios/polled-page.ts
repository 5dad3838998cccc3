import { type Comparison, type Scenario } from '../scenario.ts';
import { startPage } from './page-against-floor.ts';

/** A page that nothing changes, asked for again and again. */
export const polledPage: Scenario = {
  name: 'polled-page',
  summary: 'an unchanged page of 100 workloads polled, with `If-None-Match` and without',
  async prepare(run) {
    const page = await startPage(['workload-page', '/v1/workloads'], run, { keepsAnswers: true });
    const first = await fetch(page.url, { headers: page.headers });
    await first.arrayBuffer();
    const etag = first.headers.get('etag');
    const conditional: Comparison[] = etag
      ? [
          {
            name: 'with If-None-Match (304)',
            unit: 'requests/s',
            target: { ratioAtLeast: 8 },
            measureService: () => page.measureService({ 'If-None-Match': etag }, 304),
            measureFloor: page.measureFloor,
          },
        ]
      : [];
    return {
      ...page.prepared,
      comparisons: [
        ...conditional,
        {
          name: 'without (200)',
          unit: 'requests/s',
          target: { ratioAtLeast: 4 },
          measureService: () => page.measureService(),
          measureFloor: page.measureFloor,
        },
      ],
      figures: () =>
        etag
          ? []
          : [
              {
                name: 'with If-None-Match (304)',
                value: 'no ETag',
                unit: '',
                target: { ratioAtLeast: 8 },
              },
            ],
    };
  },
};
