const listField = 0x19;
const textField = 0x28;
const noStructs = 0x0c;

/**
 * Fixes the footer of a file without rows: the library writes the empty list of row groups without
 * an element type, which strict readers reject. Sets the type to struct.
 */
export function typeEmptyList(file: Uint8Array, createdBy: string): void {
  const text = Buffer.from(createdBy);
  const next = Buffer.from([textField, text.length, ...text]);
  const list = Buffer.from(file.buffer, file.byteOffset, file.length).lastIndexOf(next) - 1;
  if (file[list - 1] !== listField) throw new Error('the Parquet footer has an unexpected layout');
  file[list] = noStructs;
}
