import { expect } from 'chai';
import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { settleWithin } from '../src/errors/settle-within.ts';

describe('work that must settle within a time', () => {
  it('is not late if its result arrived while the process was busy', async () => {
    let isLate = false;
    const work = stat(import.meta.dirname).then(() => 'result');
    const settled = settleWithin(10, work, () => {
      isLate = true;
      return 'late';
    });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    expect(await settled).to.equal('result');
    await setImmediate();
    expect(isLate).to.equal(false);
    expect(await settleWithin(10, new Promise(() => undefined), () => 'late')).to.equal('late');
  });
});
