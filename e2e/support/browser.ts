import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { skip } from './skip.ts';

const browserPath = [
  process.env.COSTPLANE_TEST_BROWSER,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path));

let launched: Promise<Browser> | undefined;

/** The browser of this process, which ends with it. Skips the suite where there is no Chromium. */
export function launchBrowser(suite: Mocha.Context): Promise<Browser> {
  if (browserPath === undefined) skip(suite, 'no Chromium is installed');
  launched ??= chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return launched;
}
