import { expect } from 'chai';
import { median, runScenario } from '../src/run-scenario.ts';

describe('benchmark harness', () => {
  it('takes the middle value, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).to.equal(2);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
  });

  it('measures service and floor in turns, and reports medians and their ratio', async () => {
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
            measureService: () => next('service'),
            measureFloor: () => next('floor'),
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
    expect(isClosed).to.equal(true);
  });
});
