/** Finds the known word that an unknown word is probably a misspelling of. */
export type SuggestWord = (word: string, known: readonly string[]) => string | undefined;
