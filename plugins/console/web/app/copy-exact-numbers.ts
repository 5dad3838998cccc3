/** Amounts are rounded to be read; what is copied is what the API said, with tabs between cells. */
export function copyExactNumbers(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!event.clipboardData || !selection || selection.rangeCount === 0) return;
  const range = selection.getRangeAt(0);
  const content = range.cloneContents();
  const { commonAncestorContainer: inner } = range;
  const amount = (inner instanceof Element ? inner : inner.parentElement)?.closest('data');
  if (amount?.textContent === range.toString()) content.replaceChildren(amount.cloneNode(true));
  const amounts = content.querySelectorAll('data');
  if (amounts.length === 0) return;
  for (const amount of amounts) amount.textContent = amount.value;
  for (const cell of content.querySelectorAll('th, td')) {
    cell.textContent = cell.textContent.trim();
  }
  // `textContent` has no separators.
  for (const cell of content.querySelectorAll(':is(th, td) + :is(th, td)')) cell.before('\t');
  for (const block of content.querySelectorAll('tr, dt, dd, h1, h2, p, summary')) block.after('\n');
  event.clipboardData.setData('text/plain', content.textContent.replace(/^\n+|\n+$/g, ''));
  event.preventDefault();
}
