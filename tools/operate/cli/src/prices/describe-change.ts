import { type PriceBookChange, type PriceBookDifference } from '@costplane/pricing';

const maxShown = 20;

/** The counts of changed prices and one line per change, up to a limit. */
export function describeChanges(difference: PriceBookDifference): string[] {
  const { added, changed, removed } = difference;
  const all = [...changed, ...removed, ...added];
  const lines = all.slice(0, maxShown).map(describeChange);
  const more = all.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more; --json shows all`] : [])];
}

export function countChanges({ added, changed, removed, unchanged }: PriceBookDifference) {
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    unchanged,
  };
}

export function describeCounts(difference: PriceBookDifference): string {
  const { added, changed, removed, unchanged } = countChanges(difference);
  return `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
}

function describeChange({ path, before, after }: PriceBookChange): string {
  const name = path.join(' ');
  if (before === null) return `  + ${name}: ${after ?? ''}`;
  if (after === null) return `  - ${name}: ${before}`;
  return `  ~ ${name}: ${before} -> ${after}`;
}
