/** What some work comes to or, if that takes longer, what `whenLate` returns or throws. */
export async function settleWithin<T>(ms: number, work: Promise<T>, whenLate: () => T): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  // It keeps the process, which would end at an import that never settles.
  const timer = setTimeout(() => resolve(undefined), ms);
  return Promise.race([work, late.then(whenLate)]).finally(() => clearTimeout(timer));
}
