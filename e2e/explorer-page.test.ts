import { expect } from 'chai';
import { type Browser } from 'playwright-core';
import { authorize } from './support/authorize.ts';
import { launchBrowser } from './support/browser.ts';
import { costplaneJson, serve, type Service } from './support/costplane.ts';
import { createDatabase } from './support/database.ts';
import { executeOperation, openOperation } from './support/execute-operation.ts';

describe('/v1/docs in a browser', () => {
  let service: Service;
  let browser: Browser;
  let key: string;
  const cleanUp: (() => Promise<unknown>)[] = [];

  before(async function () {
    browser = await launchBrowser(this);
    const database = await createDatabase();
    cleanUp.push(() => database.drop());
    const environment = { DATABASE_URL: database.url };
    await costplaneJson(['org', 'create', 'demo'], environment);
    ({ key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'demo', '--scope', 'all'],
      environment,
    ));
    service = await serve(environment);
    cleanUp.push(() => service.stop());
  });
  after(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  it('loads without a request to another host, and executes a call with a key', async () => {
    const page = await browser.newPage();
    const hosts = new Set<string>();
    const complaints: string[] = [];
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http')) hosts.add(host);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));

    await page.goto(`${service.url}/v1/docs`);
    await page.getByText('List clusters').waitFor();
    expect(await page.locator('.servers select option').allTextContents()).to.eql([service.url]);

    await authorize(page, key);
    const operation = page.locator('#operations-Organization-getOrganization');
    expect(await executeOperation(operation)).to.equal('200');
    expect([...hosts]).to.eql([new URL(service.url).host]);
    expect(complaints).to.eql([]);
    await page.close();
  });

  it('highlights a short response and shows a long one as plain text', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/v1/docs`);
    await page.getByText('List clusters').waitFor();
    const countTokens = async (operationId: string) => {
      const operation = page.locator(`.opblock[id$="-${operationId}"]`);
      expect(await executeOperation(operation)).to.equal('200');
      const response = operation.locator('.live-responses-table .highlight-code').first();
      return response.locator('pre span').count();
    };
    expect(await countTokens('getHealth')).to.be.above(0);
    expect(await countTokens('getOpenapiYaml')).to.equal(0);
    await page.close();
  });

  it('keeps the key across reloads, only in the tab, until logout', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/v1/docs`);
    await authorize(page, key);
    await page.reload();
    const button = page.locator('.auth-wrapper button.authorize');
    await page.locator('.auth-wrapper button.authorize.locked').waitFor();
    expect(await page.evaluate('[document.cookie, localStorage.length]')).to.eql(['', 0]);
    expect(page.url()).to.not.contain(key);
    await button.click();
    await page.locator('.auth-btn-wrapper').getByText('Logout').click();
    await page.reload();
    await page.locator('.auth-wrapper button.authorize.unlocked').waitFor();
    await page.close();
  });

  it('filters operations by name, and lists health last', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/v1/docs`);
    await page.getByText('List clusters').waitFor();
    const tags = await page.locator('.opblock-tag').allInnerTexts();
    expect(tags[0]).to.match(/^Organization/);
    expect(tags.at(-2)).to.match(/^Health/);
    await page.getByLabel('Filter operations').fill('pods workload');
    expect(await page.locator('.opblock-summary-description').allInnerTexts()).to.eql([
      'List the pods of a workload',
    ]);
    await page.close();
  });

  it('follows the color scheme of the system', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.goto(`${service.url}/v1/docs`);
    await page.getByText('List clusters').waitFor();
    await page.locator('html.dark-mode').waitFor();
    const background = 'getComputedStyle(document.body).backgroundColor';
    expect(await page.evaluate(background)).to.equal('rgb(28, 32, 34)');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('html:not(.dark-mode)').waitFor();
    await page.close();
  });

  it('shows the document that ?url= names', async () => {
    const page = await browser.newPage();
    await page.goto(`${service.url}/v1/docs?url=${encodeURIComponent('/v1/openapi.yaml')}`);
    await page.getByText('List clusters').waitFor();
    await page.close();
  });

  it('opens an operation as if it worked through the whole document', async () => {
    const page = await browser.newPage();
    const texts: string[] = [];
    for (const query of ['', '?url=./openapi.json']) {
      await page.goto(`${service.url}/v1/docs${query}`);
      const operation = page.locator('#operations-Workloads-listWorkloads');
      await openOperation(operation);
      texts.push(await operation.locator('.opblock-body').innerText());
    }
    expect(texts[0]).to.contain('replicas').and.to.equal(texts[1]);
    await page.close();
  });

  it('accepts no key for a document of another origin, and names the origin', async () => {
    const url = `${service.url.replace('127.0.0.1', 'localhost')}/v1/openapi.json`;
    const page = await browser.newPage();
    // Served as the other server would have to: for any origin.
    await page.route(url, async (route) => {
      const body = await (await fetch(`${service.url}/v1/openapi.json`)).text();
      const headers = { 'access-control-allow-origin': '*' };
      await route.fulfill({ body, headers, contentType: 'application/json' });
    });
    await page.goto(`${service.url}/v1/docs?url=${encodeURIComponent(url)}`);
    await page.getByText('List clusters').waitFor();
    expect(await page.getByRole('alert').innerText()).to.contain(new URL(url).origin);
    expect(await page.locator('button.authorize').count()).to.equal(0);
    expect(await page.locator('button.authorization__btn').count()).to.equal(0);
    await page.close();
  });
});
