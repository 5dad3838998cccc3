const blockBytes = 65_536;

/**
 * Collects bytes that arrive in pieces of any size into blocks: separate buffers of one byte would
 * take hundreds of bytes each.
 */
export class Blocks {
  readonly #blocks: Buffer[] = [];
  readonly #most: number;
  readonly #onGrow: (bytes: number) => void;
  #held = 0;
  length = 0;

  /** @param onGrow called before memory is allocated; if it throws, nothing is added */
  constructor(most: number, onGrow: (bytes: number) => void) {
    this.#most = most;
    this.#onGrow = onGrow;
  }

  /** Must not exceed the maximum in total. */
  add(piece: Uint8Array): void {
    for (let rest = piece; rest.length > 0;) {
      const block = this.#blockWithRoom();
      const fitting = rest.subarray(0, this.#held - this.length);
      block.set(fitting, block.length - (this.#held - this.length));
      this.length += fitting.length;
      rest = rest.subarray(fitting.length);
    }
  }

  /** All bytes as one buffer. */
  join(): Buffer {
    return Buffer.concat(this.#blocks, this.length);
  }

  #blockWithRoom(): Buffer {
    const last = this.#blocks.at(-1);
    if (last && this.#held > this.length) return last;
    const size = Math.min(blockBytes, this.#most - this.#held);
    if (size <= 0) throw new RangeError(`More than ${this.#most} bytes`);
    this.#onGrow(size);
    const block = Buffer.allocUnsafeSlow(size);
    this.#blocks.push(block);
    this.#held += size;
    return block;
  }
}
