import { type Locator } from 'playwright-core';

/** Opens an operation of the explorer page. Before all of it is there, Execute is shown and sends nothing. */
export async function openOperation(operation: Locator): Promise<void> {
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.opblock-section').first().waitFor();
}

/** Opens an operation, sends its request as it is prefilled, and returns the status of the response. */
export async function executeOperation(operation: Locator): Promise<string> {
  await openOperation(operation);
  await operation.locator('button.execute').click();
  const status = operation.locator('.live-responses-table .response-col_status').nth(1);
  return (await status.innerText()).slice(0, 3);
}
