/**
 * Endings of plurals with their replacements in the singular; the first match applies. Where a plural could
 * have two singulars (`caches`, `batches`), the rarer one is listed.
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

/** The singular of a plural name, guessed from its ending. */
export function toSingular(plural: string): string {
  const found = endings.find(([ending]) => ending.test(plural));
  return found === undefined ? plural : plural.replace(...found);
}
