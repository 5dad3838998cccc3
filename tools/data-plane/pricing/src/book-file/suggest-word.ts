/** Finds the known word that an unknown word probably misspells. */
export type SuggestWord = (word: string, known: readonly string[]) => string | undefined;
