import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const mib = 2 ** 20;

/** Bytes of the young generation of a process after some time, at first grown by what it allocates. */
async function measureYoungGeneration(afterwards: string): Promise<{ grown: number; now: number }> {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { releaseMemoryWhenIdle } from ${JSON.stringify(import.meta.resolve('../src/service/release-memory.ts'))};
    const measure = () => getHeapSpaceStatistics()
      .find((space) => space.space_name === 'new_space').physical_space_size;
    let kept = [];
    for (let count = 0; count < 1_000_000; count += 1) kept.push({ count });
    const grown = measure();
    kept = [];
    releaseMemoryWhenIdle();
    ${afterwards}
    console.log(JSON.stringify({ grown, now: measure() }));`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as { grown: number; now: number };
}

describe('the memory of a start', () => {
  it('is released once the process is idle', async () => {
    const untilSmall = `for (let tries = 0; tries < 300 && measure() > 4 * ${mib}; tries += 1) await sleep(100);`;
    const { grown, now } = await measureYoungGeneration(untilSmall);
    expect(grown).to.be.above(8 * mib);
    expect(now).to.be.below(4 * mib);
  });

  it('is kept while the process is busy', async () => {
    const busy = `
      const until = performance.now() + 3_000;
      while (performance.now() < until) {
        const turn = performance.now() + 20;
        while (performance.now() < turn);
        await new Promise(setImmediate);
      }`;
    const { grown, now } = await measureYoungGeneration(busy);
    expect(now).to.be.at.least(grown);
  });
});
