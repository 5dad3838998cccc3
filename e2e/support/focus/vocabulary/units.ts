const letters = ['K', 'M', 'G', 'T', 'P', 'E'];
const prefixes = ['', ...letters, ...letters.map((letter) => `${letter}i`)];
const dataSizes = new Set(prefixes.flatMap((prefix) => [`${prefix}b`, `${prefix}B`]));
const times = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'];

/** Looks like a size of data, whatever its case: then it has to be one of the list. */
const isLikeDataSize = (word: string) => /^[a-z]?i?b$/i.test(word);
const isNoun = (word: string) => /^[A-Z][A-Za-z]*$/.test(word);
const isSingular = (word: string) =>
  isLikeDataSize(word) ? dataSizes.has(word) : isNoun(word) && !times.includes(word.slice(0, -1));
const isPlural = (word: string) =>
  isLikeDataSize(word) ? dataSizes.has(word) : isNoun(word) && word.endsWith('s');
const isCount = (word: string) => /^[1-9]\d*$/.test(word);

/** `Hours`, `GiB-Hours`. */
function isQuantity(text: string): boolean {
  const [first = '', second, ...more] = text.split('-');
  if (second === undefined) return isPlural(first);
  return isSingular(first) && isPlural(second) && more.length === 0;
}

/** `Day`, `3 Months`. */
function isTime(text: string): boolean {
  const [first = '', second, ...more] = text.split(' ');
  if (second === undefined) return times.includes(first);
  return (
    isCount(first) &&
    times.includes(second.replace(/s$/, '')) &&
    second.endsWith('s') &&
    !more.length
  );
}

/** Whether a unit has one of the shapes of UnitFormat (section 1.5). */
export function isUnit(text: string): boolean {
  const [above = '', below, ...more] = text.split('/');
  if (more.length > 0 || (below !== undefined && !isTime(below))) return false;
  const [count = '', counted, ...rest] = above.split(' ');
  if (counted === undefined) return isQuantity(above);
  return isCount(count) && isQuantity(counted) && rest.length === 0;
}
