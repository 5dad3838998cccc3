import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { meter, meterProcess } from '../src/meter.ts';

const startSpinning = () => {
  const child = spawn(process.execPath, [
    '-e',
    'const until = Date.now() + 400; while (Date.now() < until); setTimeout(() => {}, 60_000)',
  ]);
  return { child, exited: once(child, 'exit') };
};

describe('meter', () => {
  it('measures a process while it runs, and after it has exited', async function () {
    if (process.platform !== 'linux') this.skip();
    const { use } = await meter(undefined, async () => {
      const { child, exited } = startSpinning();
      meterProcess(child, exited);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      child.kill();
      await exited;
    });
    expect(use.nodeCpuSeconds).to.be.greaterThan(0.1);
    expect(use.nodePeakMib).to.be.greaterThan(10);
    expect(use.postgresCpuSeconds).to.equal(null);
  });

  it('leaves out processes that are not of a side', async function () {
    if (process.platform !== 'linux') this.skip();
    const { child, exited } = startSpinning();
    const { use } = await meter(
      undefined,
      () => new Promise((resolve) => setTimeout(resolve, 500)),
    );
    child.kill();
    await exited;
    expect(use).to.include({ nodeCpuSeconds: 0, nodePeakMib: 0 });
  });
});
