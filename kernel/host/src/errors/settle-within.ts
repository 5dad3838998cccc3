/** The result of some work or, if it takes too long, what `whenLate` returns or throws. */
export async function settleWithin<T>(ms: number, work: Promise<T>, whenLate: () => T): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  let immediate: NodeJS.Immediate | undefined;
  // The timer keeps the process alive, which would otherwise exit at an import that never settles. After the
  // process was busy, timers run before results that have arrived; immediates run after them.
  const timer = setTimeout(() => (immediate = setImmediate(resolve, undefined)), ms);
  return Promise.race([work, late.then(whenLate)]).finally(() => {
    clearTimeout(timer);
    clearImmediate(immediate);
  });
}
