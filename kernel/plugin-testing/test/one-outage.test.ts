import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import {
  apiKey,
  createConfig,
  hashCredential,
  startService,
  tryLoadPlugins,
} from '@costplane/kernel';
import { createTestDatabase } from '../src/test-database.ts';
import { startSilenceableProxy } from './silenceable-proxy.ts';
import { Client } from 'pg';

const plugin = fileURLToPath(new URL('./fixtures/history/index.js', import.meta.url));
const nothing = () => undefined;

describe('an outage of the database', () => {
  it('has one error code per route, with or without a timeout or a cached key', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    const proxy = await startSilenceableProxy(Number(url.port), url.hostname);
    url.port = String(proxy.port);
    const [remembered, unseen] = [apiKey.mint(), apiKey.mint()];
    await insertKeys(database.url, [remembered, unseen]);
    const config = createConfig({ server: { port: 0 }, management: { port: 0 } });
    const service = await startService({
      config,
      plugins: await tryLoadPlugins([{ package: plugin }], import.meta.dirname),
      databaseUrl: url.href,
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    });
    const fetchCode = async (path: string, key: string) => {
      const response = await fetch(`${service.url}${path}`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      const { error } = (await response.json()) as { error?: { code: string } };
      return `${response.status} ${error?.code ?? 'none'}`;
    };
    expect(await fetchCode('/v1/known', remembered)).to.equal('200 none');
    proxy.silence();
    const silentAtMs = performance.now();
    expect(await fetchCode('/v1/numbers', remembered)).to.equal('502 UPSTREAM_UNAVAILABLE');
    expect(performance.now() - silentAtMs).to.be.below(60_000);
    proxy.close();
    for (const key of [remembered, unseen]) {
      expect(await fetchCode('/v1/known', key)).to.equal('502 UPSTREAM_UNAVAILABLE');
      expect(await fetchCode('/v1/numbers', key)).to.equal('502 UPSTREAM_UNAVAILABLE');
      expect(await fetchCode('/v1/unknown', key)).to.equal('503 SERVICE_UNAVAILABLE');
      expect(await fetchCode('/v1/now', key)).to.equal('503 SERVICE_UNAVAILABLE');
    }
    await service.stop();
    await database.drop();
  });
});

async function insertKeys(databaseUrl: string, keys: readonly string[]): Promise<void> {
  const owner = new Client({
    connectionString: databaseUrl,
    options: '-c search_path=costplane -c TimeZone=UTC',
  });
  await owner.connect();
  const id = crypto.randomUUID();
  await owner.query("insert into organizations (id, name, currency) values ($1, 'acme', 'USD')", [
    id,
  ]);
  for (const key of keys) {
    await owner.query(
      'insert into api_keys (organization_id, key_hash, key_hint, scopes) values ($1, $2, $3, $4)',
      [id, hashCredential(key), apiKey.hint(key), ['other:read']],
    );
  }
  await owner.end();
}
