import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { meter, meterProcess } from '../src/meter.ts';

/** A process that prints a line once it has used 0.4 s of CPU time. */
const startSpinning = () => {
  const child = spawn(process.execPath, [
    '-e',
    'while (process.cpuUsage().user < 400_000); console.log(); setTimeout(() => {}, 60_000)',
  ]);
  return { child, spun: once(child.stdout, 'data'), exited: once(child, 'exit') };
};

describe('meter', () => {
  it('measures a process while it runs, and after it has exited', async function () {
    if (process.platform !== 'linux') this.skip();
    const { use } = await meter(undefined, async () => {
      const { child, spun, exited } = startSpinning();
      meterProcess(child, exited);
      await spun;
      child.kill();
      await exited;
    });
    expect(use.nodeCpuSeconds).to.be.greaterThan(0.1);
    expect(use.nodePeakMib).to.be.greaterThan(10);
    expect(use.postgresCpuSeconds).to.equal(null);
  });

  it('leaves out processes that are not of a side', async function () {
    if (process.platform !== 'linux') this.skip();
    const { child, spun, exited } = startSpinning();
    const { use } = await meter(undefined, () => spun);
    child.kill();
    await exited;
    expect(use).to.include({ nodeCpuSeconds: 0, nodePeakMib: 0 });
  });
});
