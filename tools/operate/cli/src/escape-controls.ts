/**
 * Control characters that terminals interpret (C0, DEL, C1), and those that change the direction of
 * text. Names come from agents and users.
 */
const controls = /[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;
/** The same, except for line breaks and tabs. */
const withinLines =
  /\r(?!\n)|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Escapes them as in JSON: `\u001b`. */
export const escapeControls = (text: string): string => text.replaceAll(controls, escapeCharacter);

/** The same for text that may have several lines. */
export const escapeWithinLines = (text: string): string =>
  text.replaceAll(withinLines, escapeCharacter);

const escapeCharacter = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
