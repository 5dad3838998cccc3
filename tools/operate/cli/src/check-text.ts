/** Checks a text that is stored and printed. */
export function fault(
  text: string,
  {
    maxCharacters,
    mayBeEmpty = false,
    mayHaveLines = false,
  }: { maxCharacters: number; mayBeEmpty?: boolean; mayHaveLines?: boolean },
): { what: string; fix: string } | undefined {
  const characters = Array.from(text).length;
  if (characters > maxCharacters) {
    return { what: `has ${characters} characters`, fix: `shorten it to ${maxCharacters}` };
  }
  if (!mayBeEmpty && text.trim() === '') return { what: 'is empty', fix: 'write one' };
  if (!text.isWellFormed() || (mayHaveLines ? noText : noLine).test(text)) {
    return { what: 'has control characters', fix: 'remove them' };
  }
  return mayHaveLines ? undefined : faultToTheEye(text);
}

/** Checks for differences between names that are not visible. */
function faultToTheEye(name: string): { what: string; fix: string } | undefined {
  if (unseen.test(name)) return { what: 'has invisible characters', fix: 'remove them' };
  if (name.trim() !== name) return { what: 'begins or ends with a space', fix: 'remove it' };
  return undefined;
}

const noLine = /\p{Cc}/u;
/** Control characters except tabs and line breaks. */
const noText = /[^\P{Cc}\t\n\r]/u;

/** Invisible characters except those that join parts of an emoji or a word. */
const unseen = /[\p{Zl}\p{Zp}]|(?!(?<=\S)[\u200c\u200d](?=\S))\p{Cf}/u;

const maxShown = 60;

/** A text in quotes, on one line, truncated if it is long. */
export function describeName(text: string): string {
  const characters = Array.from(text);
  return JSON.stringify(
    characters.length <= maxShown ? text : `${characters.slice(0, maxShown).join('')}…`,
  ).replaceAll(new RegExp(unseen, 'gu'), toEscape);
}

const toEscape = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
