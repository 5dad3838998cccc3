/** What is wrong with a text that is to be stored and shown. */
export function fault(
  text: string,
  {
    mostCharacters,
    mayBeEmpty = false,
    mayHaveLines = false,
  }: { mostCharacters: number; mayBeEmpty?: boolean; mayHaveLines?: boolean },
): { what: string; fix: string } | undefined {
  const characters = Array.from(text).length;
  if (characters > mostCharacters) {
    return { what: `has ${characters} characters`, fix: `shorten it to ${mostCharacters}` };
  }
  if (!mayBeEmpty && text.trim() === '') return { what: 'is empty', fix: 'write one' };
  if (!text.isWellFormed() || (mayHaveLines ? noText : noLine).test(text)) {
    return { what: 'has control characters', fix: 'remove them' };
  }
  return undefined;
}

const noLine = /\p{Cc}/u;
/** Anything but a tab and the ends of lines. */
const noText = /[^\P{Cc}\t\n\r]/u;

const mostShown = 60;

/** A text in quotes, in one line, cut where it is long. */
export function describeName(text: string): string {
  const characters = Array.from(text);
  return JSON.stringify(
    characters.length <= mostShown ? text : `${characters.slice(0, mostShown).join('')}…`,
  );
}
