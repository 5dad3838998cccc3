/** Amounts are rounded to be read; what is copied is what the API said. */
export function copyExactNumbers(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!event.clipboardData || !selection || selection.rangeCount === 0) return;
  const content = selection.getRangeAt(0).cloneContents();
  const amounts = content.querySelectorAll('data');
  if (amounts.length === 0) return;
  for (const amount of amounts) amount.textContent = amount.value;
  const text = [...content.querySelectorAll('tr')]
    .map((row) => [...row.cells].map(({ textContent }) => textContent.trim()).join('\t'))
    .join('\n');
  event.clipboardData.setData('text/plain', text || content.textContent);
  event.preventDefault();
}
