/**
 * Endings of plurals, and what stands in their place in the singular; the first that fits is taken.
 * Where two singulars end alike in the plural (`caches`, `batches`), the rarer are named.
 */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(series|species|analytics)$/, '$1'],
  [/\b(ind|vert)ices$/, '$1ex'],
  [/\bmatrices$/, 'matrix'],
  [/\banalyses$/, 'analysis'],
  [/\b(cookie|movie|cache|niche|use|cause|clause|pause|\w*house)s$/, '$1'],
  [/ies$/, 'y'],
  [/(ss|x|ch|sh|us|ias)es$/, '$1'],
  [/([cgnt]pu|sku|menu)s$/, '$1'],
  [/([su]|[sx]i)s$/, '$1s'],
  [/s$/, ''],
];

/** One of what a name in the plural lists, as far as its ending tells. */
export function toSingular(plural: string): string {
  const found = endings.find(([ending]) => ending.test(plural));
  return found === undefined ? plural : plural.replace(...found);
}
