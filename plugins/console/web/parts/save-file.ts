/** Saves a text as a file of the browser's downloads. */
export const saveText = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
