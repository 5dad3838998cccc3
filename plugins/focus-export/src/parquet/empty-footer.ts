const listField = 0x19;
const textField = 0x28;
const noStructs = 0x0c;

/**
 * Says in the footer of a file without rows that its empty list of row groups is one of structs.
 * The library writes an empty list without a type, at which strict readers fail.
 */
export function typeEmptyList(file: Uint8Array, createdBy: string): void {
  const text = Buffer.from(createdBy);
  const next = Buffer.from([textField, text.length, ...text]);
  const list = Buffer.from(file.buffer, file.byteOffset, file.length).lastIndexOf(next) - 1;
  if (file[list - 1] !== listField) throw new Error('the footer of the file is not as expected');
  file[list] = noStructs;
}
