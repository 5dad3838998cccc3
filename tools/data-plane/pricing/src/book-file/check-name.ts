/** Checks a name in the file, which must match that of an existing object. */
export function faultOfName(name: string): { what: string; fix: string } | undefined {
  if (!name.isWellFormed() || controls.test(name)) {
    return { what: 'has control characters', fix: 'remove them' };
  }
  if (invisible.test(name)) return { what: 'has invisible characters', fix: 'remove them' };
  if (name.trim() === '') return { what: 'is empty', fix: 'write a name' };
  if (name.trim() !== name) return { what: 'begins or ends with a space', fix: 'remove it' };
  return undefined;
}

const controls = /\p{Cc}/u;
const invisible = /[\p{Cf}\p{Zl}\p{Zp}]/u;
