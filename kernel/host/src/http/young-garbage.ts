import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const collectEveryBytes = 8 * 2 ** 20;

type Collect = (options: { type: 'minor' }) => void;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as Collect;
setFlagsFromString('--no-expose-gc');

/**
 * Frees the buffers of a stream while it flows. V8 sees of a buffer only its handle of some bytes,
 * and would let a long file leave a hundred megabytes of sent buffers behind before it looks.
 */
export function createYoungGarbage(): { left(bytes: number): void } {
  let uncollected = 0;
  return {
    left(bytes) {
      uncollected += bytes;
      if (uncollected < collectEveryBytes) return;
      uncollected = 0;
      collect({ type: 'minor' });
    },
  };
}
