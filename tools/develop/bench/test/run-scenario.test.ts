import { expect } from 'chai';
import { median } from '../src/median.ts';
import { runScenario } from '../src/run-scenario.ts';

describe('benchmark harness', () => {
  it('takes the middle value, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).to.equal(2);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
  });

  it('measures service and floor in turns, and reports medians, their ratio and figures', async () => {
    const order: string[] = [];
    const figures = { service: [90, 80, 100], floor: [100, 200, 50] };
    const next = (side: 'service' | 'floor') => {
      order.push(side);
      return Promise.resolve(figures[side].shift() ?? 0);
    };
    let isClosed = false;
    const result = await runScenario(
      {
        name: 'made-up',
        summary: '',
        unit: 'requests/s',
        target: '',
        rounds: 3,
        prepare: () =>
          Promise.resolve({
            postgres: '18',
            comparisons: [
              {
                name: 'made-up',
                measureService: () => next('service'),
                measureFloor: () => next('floor'),
              },
            ],
            figures: () => [{ name: 'memory', value: 12, unit: 'MiB', target: 'at most 64' }],
            close: () => {
              isClosed = true;
              return Promise.resolve();
            },
          }),
      },
      () => undefined,
    );
    expect(order).to.eql(['service', 'floor', 'service', 'floor', 'service', 'floor']);
    expect(result).to.include({
      scenario: 'made-up',
      service: 90,
      floor: 100,
      ratio: 0.9,
      runs: 3,
    });
    expect(result.figures).to.eql([
      { name: 'memory', value: 12, unit: 'MiB', target: 'at most 64' },
    ]);
    expect(isClosed).to.equal(true);
  });

  for (const [unit, worst] of [
    ['ms', { service: 30, floor: 20, ratio: 1.5 }],
    ['requests/s', { service: 10, floor: 20, ratio: 0.5 }],
  ] as const) {
    it(`reports the worst of several comparisons in ${unit}, and all of them`, async () => {
      const comparison = (name: string, service: number) => ({
        name,
        measureService: () => Promise.resolve(service),
        measureFloor: () => Promise.resolve(20),
      });
      const result = await runScenario(
        {
          name: 'several',
          summary: '',
          unit,
          target: '',
          rounds: 2,
          prepare: () =>
            Promise.resolve({
              postgres: '18',
              comparisons: [comparison('less', 10), comparison('more', 30)],
              close: () => Promise.resolve(),
            }),
        },
        () => undefined,
      );
      expect(result).to.include(worst);
      expect(result.comparisons).to.have.all.keys('less', 'more');
    });
  }
});
