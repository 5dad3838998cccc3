/** An amount as the API shows it. */
export interface MoneyObject {
  readonly amount: string;
  readonly currency: string;
}

/** An exact decimal amount, in a currency where it is known. No value ever passes through a float. */
export class Money {
  /** Without a currency, it goes with any. */
  static readonly zero = new Money(0n, 0, undefined);

  /** In powers of ten below one: an amount is `units / 10 ** scale`. */
  readonly #units: bigint;
  readonly #scale: number;
  readonly currency: string | undefined;

  private constructor(units: bigint, scale: number, currency: string | undefined) {
    this.#units = units;
    this.#scale = scale;
    this.currency = currency;
  }

  /** From the API's object, or from a decimal string and its currency. */
  static parse(money: MoneyObject | string, currency?: string): Money {
    if (typeof money !== 'string') return Money.parse(money.amount, money.currency);
    const { units, scale } = parseDecimal(money);
    return new Money(units, scale, currency);
  }

  static sum(amounts: Iterable<Money>): Money {
    let sum = Money.zero;
    for (const amount of amounts) sum = sum.plus(amount);
    return sum;
  }

  plus(other: Money): Money {
    const [one, two, scale] = this.#align(other);
    return new Money(one + two, scale, this.currency ?? other.currency);
  }

  minus(other: Money): Money {
    return this.plus(other.times('-1'));
  }

  /** The factor is a decimal string, such as `0.25`. */
  times(factor: string): Money {
    const { units, scale } = parseDecimal(factor);
    return new Money(this.#units * units, this.#scale + scale, this.currency);
  }

  /** Negative if this is less than the other, 0 if they are equal: what `sort` takes. */
  compare(other: Money): number {
    const [one, two] = this.#align(other);
    return one === two ? 0 : one < two ? -1 : 1;
  }

  get isNegative(): boolean {
    return this.#units < 0n;
  }

  get isZero(): boolean {
    return this.#units === 0n;
  }

  /** This in percent of the whole, rounded to so many digits; undefined if the whole is 0. */
  toPercent(whole: Money, digits = 1): string | undefined {
    const [part, total] = this.#align(whole);
    if (total === 0n) return undefined;
    return toDecimal(divide(part * 100n * 10n ** BigInt(digits), total), digits);
  }

  /** Rounded to so many digits, half away from zero, as PostgreSQL does. */
  toFixed(digits: number): string {
    const units = divide(this.#units * 10n ** BigInt(digits), 10n ** BigInt(this.#scale));
    return toDecimal(units, digits);
  }

  /** All digits, without zeros at the end: `12.5`. */
  toString(): string {
    const text = toDecimal(this.#units, this.#scale);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }

  /** As the API writes it; a string where there is no currency. */
  toJSON(): MoneyObject | string {
    const amount = this.toString();
    return this.currency === undefined ? amount : { amount, currency: this.currency };
  }

  /** Both in units of the same scale. */
  #align(other: Money): [bigint, bigint, number] {
    if (this.currency !== other.currency && this.currency && other.currency) {
      throw new RangeError(`${this.currency} and ${other.currency} cannot be added or compared.`);
    }
    const scale = Math.max(this.#scale, other.#scale);
    const scaled = (money: Money) => money.#units * 10n ** BigInt(scale - money.#scale);
    return [scaled(this), scaled(other), scale];
  }
}

function parseDecimal(text: string): { units: bigint; scale: number } {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') throw new RangeError(`${JSON.stringify(text)} is not a decimal number.`);
  return { units: BigInt(sign + whole + fraction), scale: fraction.length };
}

function toDecimal(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const sign = units < 0n ? '-' : '';
  return scale === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-scale)}`;
}

/** Rounded half away from zero. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [top, bottom] = [absolute(dividend), absolute(divisor)];
  const quotient = (2n * top + bottom) / (2n * bottom);
  return isNegative ? -quotient : quotient;
}

const absolute = (value: bigint) => (value < 0n ? -value : value);
