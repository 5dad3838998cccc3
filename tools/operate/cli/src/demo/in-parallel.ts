/**
 * Maps items with limited concurrency, and returns the results in order. After an error, no further
 * item is started; the error is thrown once the running ones have finished.
 */
export async function inParallel<Item, Result>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  let hasFailed = false;
  const rest = items.entries();
  const workThrough = async () => {
    for (const [index, item] of rest) {
      if (hasFailed) return;
      try {
        results.set(index, await work(item, index));
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, workThrough));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
