import { expect } from 'chai';
import { median, percentile } from '../src/median.ts';
import { runScenario } from '../src/run-scenario.ts';
import { type Comparison, type Figure, type Run } from '../src/scenario.ts';

const run: Run = {
  isQuick: false,
  server: {
    version: '18.4',
    settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
    readPostmaster: () => Promise.resolve(undefined),
    forgetData: () => Promise.resolve([]),
    release: () => Promise.resolve(),
  },
  say: () => undefined,
};

/** A scenario whose processes are none, with the result of its run. */
async function runMadeUp(comparisons: readonly Comparison[], figures: readonly Figure[] = []) {
  let isClosed = false;
  const result = await runScenario(
    {
      name: 'made-up',
      summary: '',
      prepare: () =>
        Promise.resolve({
          data: 'nothing',
          rounds: 3,
          comparisons,
          figures: () => figures,
          close: () => {
            isClosed = true;
            return Promise.resolve();
          },
        }),
    },
    run,
  );
  return { result, isClosed };
}

describe('benchmark harness', () => {
  it('takes the median', () => {
    expect(median([3, 1, 2])).to.equal(2);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
  });

  it('takes the 99th percentile', () => {
    expect(percentile([3, 1, 2], 0.99)).to.equal(3);
    expect(
      percentile(
        Array.from({ length: 100 }, (_, n) => n + 1),
        0.99,
      ),
    ).to.equal(99);
  });

  it('measures service and floor in turns, each first every other round', async () => {
    const order: string[] = [];
    const values = { service: [90, 80, 100], floor: [100, 200, 50] };
    const next = (side: 'service' | 'floor') => {
      order.push(side);
      return Promise.resolve(values[side].shift() ?? 0);
    };
    const { result, isClosed } = await runMadeUp([
      {
        name: 'page',
        unit: 'requests/s',
        target: { ratioAtLeast: 1 },
        measureService: () => next('service'),
        measureFloor: () => next('floor'),
      },
    ]);
    expect(order).to.eql(['service', 'floor', 'floor', 'service', 'service', 'floor']);
    const [measure] = result.measures;
    expect(measure?.service).to.include({ median: 90, min: 80, max: 100 });
    expect(measure?.floor).to.include({ median: 100, min: 50, max: 200 });
    expect(measure).to.include({ ratio: 0.9, isMet: false });
    expect(isClosed).to.equal(true);
  });

  it('measures a comparison of fewer rounds in the first ones, after its preparation', async () => {
    const order: string[] = [];
    const note = (name: string) => Promise.resolve(order.push(name));
    await runMadeUp([
      {
        name: 'cold',
        unit: 'ms',
        rounds: 1,
        before: () => note('before'),
        measureService: () => note('service'),
        measureFloor: () => note('floor'),
      },
    ]);
    expect(order).to.eql(['before', 'service', 'before', 'floor']);
  });

  it('reports a measure without a floor, and compares it with its target', async () => {
    const { result } = await runMadeUp(
      [],
      [
        { name: 'memory', value: 12.345, unit: 'MiB', target: { atMost: 64 } },
        { name: 'ETag', value: 'no ETag', unit: '', target: { atLeast: 8 } },
        { name: 'latency', value: 7, unit: 'ms' },
      ],
    );
    expect(result.measures.map(({ name, service, isMet }) => [name, service.median, isMet])).to.eql(
      [
        ['memory', 12.35, true],
        ['ETag', 'no ETag', false],
        ['latency', 7, null],
      ],
    );
  });
});
