/** An exact fraction. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/**
 * Redoes a calculation of the page, such as `its cores: 2 × 0.03 = 0.06`: every side of `=` is the
 * same number exactly, and what follows `≈` is what goes before it, rounded to as many decimals,
 * halves to even.
 *
 * @throws {Error} if it does not hold
 */
export function checkCalculation(line: string): void {
  const sides = (line.includes(': ') ? line.slice(line.indexOf(': ') + 2) : line).split(/ ([=≈]) /);
  if (sides.length < 3) throw new Error(`${line}: nothing is calculated`);
  for (let index = 0; index + 2 < sides.length; index += 2) {
    const [left = '', sign, right = ''] = sides.slice(index);
    const [a, b] = [evaluate(left), evaluate(right)];
    const isEqual = a.over * b.under === b.over * a.under;
    const decimals = BigInt(right.split('.')[1]?.length ?? 0);
    const holds = sign === '=' ? isEqual : !isEqual && isRounded(a, b, 10n ** decimals);
    if (!holds) throw new Error(`${line}: ${left} is not ${sign === '=' ? '' : 'about '}${right}`);
  }
}

/** Whether `b`, a whole number of 1 / `scale`, is `a` rounded to that. */
function isRounded(a: Fraction, b: Fraction, scale: bigint): boolean {
  const rounded = (b.over * scale) / b.under;
  const [twiceExact, twiceRounded] = [2n * a.over * scale, 2n * rounded * a.under];
  const distance =
    twiceExact > twiceRounded ? twiceExact - twiceRounded : twiceRounded - twiceExact;
  return distance < a.under || (distance === a.under && rounded % 2n === 0n);
}

/** Numbers, `+ - × / ^`, parentheses, `max(…)`, `min(…)` and `ceil(…)`. */
function evaluate(text: string): Fraction {
  const tokens = text.match(/\d+(?:\.\d+)?|max|min|ceil|[-+×/^(),]/g) ?? [];
  if (tokens.join('') !== text.replaceAll(' ', '')) throw new Error(`${text} is no expression`);
  let next = 0;
  const take = (...expected: string[]) =>
    expected.includes(tokens[next] ?? '') ? tokens[next++] : undefined;
  const need = (token: string) => {
    if (take(token) === undefined) throw new Error(`${text} has no ${token} where one is due`);
  };

  const sum = (): Fraction => {
    let value = product();
    for (let sign = take('+', '-'); sign; sign = take('+', '-')) {
      value = sign === '+' ? add(value, product()) : add(value, negative(product()));
    }
    return value;
  };
  const product = (): Fraction => {
    let value = power();
    for (let sign = take('×', '/'); sign; sign = take('×', '/')) {
      const factor = power();
      value = multiply(value, sign === '×' ? factor : { over: factor.under, under: factor.over });
    }
    return value;
  };
  const power = (): Fraction => {
    const base = atom();
    if (take('^') === undefined) return base;
    const { over, under } = atom();
    const exponent = over / under;
    return { over: base.over ** exponent, under: base.under ** exponent };
  };
  const atom = (): Fraction => {
    const choice = take('max', 'min', 'ceil');
    if (choice === undefined && take('(') === undefined) return parseNumber(tokens[next++] ?? '');
    if (choice !== undefined) need('(');
    let value = sum();
    while (choice !== undefined && take(',') !== undefined) {
      const other = sum();
      const isLarger = other.over * value.under > value.over * other.under;
      if (isLarger === (choice === 'max')) value = other;
    }
    need(')');
    if (choice !== 'ceil') return value;
    return { over: (value.over + value.under - 1n) / value.under, under: 1n };
  };

  const value = sum();
  if (next < tokens.length) throw new Error(`${text} has more than an expression`);
  return value;
}

function parseNumber(text: string): Fraction {
  const [whole = '', decimals = ''] = text.split('.');
  if (!/^\d+$/.test(whole + decimals)) throw new Error(`${text} is no number`);
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

const add = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: a.under * b.under,
});
const negative = ({ over, under }: Fraction): Fraction => ({ over: -over, under });
const multiply = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
});
