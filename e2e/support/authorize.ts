import { type Page } from 'playwright-core';

/** Enters a key into the explorer page. */
export async function authorize(page: Page, key: string): Promise<void> {
  await page.locator('button.authorize').first().click();
  await page.locator('#auth-bearer-value').fill(key);
  await page.locator('form:has(#auth-bearer-value) button.authorize').click();
  await page.locator('.auth-btn-wrapper button.btn-done').first().click();
}
