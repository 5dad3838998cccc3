/**
 * What some work makes of each item, so many at a time, in the order of the items. After a failure
 * no other item is begun; it is thrown once those that were begun are done.
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
