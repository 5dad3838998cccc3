import { type Violation, violation } from '../violation.ts';

/** The text of a file that has to be UTF-8 without a byte order mark, and to end with its line. */
export function decodeText(body: Buffer): { text: string; violations: Violation[] } {
  const violations: Violation[] = [];
  let text = body.toString('utf8');
  if (!Buffer.from(text).equals(body)) violations.push(violation(1, 'M', 'is not UTF-8'));
  if (text.startsWith('\uFEFF')) {
    violations.push(violation(1, 'P', 'begins with a byte order mark'));
    text = text.slice(1);
  }
  if (text !== '' && !text.endsWith('\n')) {
    violations.push(violation(1, 'P', 'its last line has no end'));
  }
  return { text, violations };
}
