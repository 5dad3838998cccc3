/** An exact sum of decimal numbers. */
export class ExactSum {
  #unscaled = 0n;
  #scale = 0;

  add(text: string): void {
    const point = text.indexOf('.');
    const scale = point < 0 ? 0 : text.length - point - 1;
    this.#widen(scale);
    this.#unscaled += BigInt(text.replace('.', '')) * 10n ** BigInt(this.#scale - scale);
  }

  equals(text: string): boolean {
    const other = new ExactSum();
    other.add(text);
    other.#widen(this.#scale);
    this.#widen(other.#scale);
    return this.#unscaled === other.#unscaled;
  }

  #widen(scale: number): void {
    if (scale <= this.#scale) return;
    this.#unscaled *= 10n ** BigInt(scale - this.#scale);
    this.#scale = scale;
  }
}
