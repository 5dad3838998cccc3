/**
 * Characters that a terminal obeys instead of showing them (C0, DEL, C1), and those that change the
 * order in which text is shown. Names come from agents and other people.
 */
const controls = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
/** Those of text that has lines and tabs. */
const withinLines =
  /\r(?!\n)|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Makes them visible, as in JSON: `\u001b`. */
export const escapeControls = (text: string): string => text.replaceAll(controls, escapeCharacter);

/** As above, for text that may have several lines. */
export const escapeWithinLines = (text: string): string =>
  text.replaceAll(withinLines, escapeCharacter);

const escapeCharacter = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
