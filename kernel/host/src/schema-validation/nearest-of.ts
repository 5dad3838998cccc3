/** The known word that a word is most likely a typo of; `undefined` if none is close. */
export function nearestOf(word: string, known: readonly string[]): string | undefined {
  const near = known
    .map((candidate) => ({ candidate, edits: editsBetween(word, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.candidate;
}

/** Damerau-Levenshtein distance, ignoring case and separators. */
function editsBetween(from: string, to: string): number {
  const [a, b] = [plain(from), plain(to)];
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const removed = (above[column] ?? 0) + 1;
      const added = (current[column - 1] ?? 0) + 1;
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (twoAbove[column - 2] ?? 0) + 1 : Infinity;
      current.push(Math.min(changed, removed, added, swapped));
    }
    [twoAbove, above] = [above, current];
  }
  return above.at(-1) ?? 0;
}

/** Longer words are not typos of keys, and would take long to compare. */
const plain = (word: string) => word.slice(0, 64).toLowerCase().replaceAll(/[-_]/g, '');
