import { expect } from 'chai';
import { createClient } from './support/client.ts';
import { costplaneJson, freePort, serve, type Service } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { skip } from './support/skip.ts';

const redisUrl = process.env.COSTPLANE_TEST_REDIS_URL;

describe('rate limits of several processes', () => {
  let database: Database;
  const services: Service[] = [];

  before(async () => {
    database = await createDatabase();
    await costplaneJson(['org', 'create', 'demo'], { DATABASE_URL: database.url });
  });
  after(async () => {
    for (const service of services) await service.stop();
    await database.drop();
  });

  const startWith = async (redis: string) => {
    const service = await serve({ DATABASE_URL: database.url, REDIS_URL: redis });
    services.push(service);
    return createClient(service.url);
  };
  const createKey = async (limit: number) => {
    const { key } = await costplaneJson<{ key: string }>(
      ['key', 'create', '--org', 'demo', '--scope', 'all', '--limit', String(limit)],
      { DATABASE_URL: database.url },
    );
    return key;
  };

  it('are shared through Redis', async function () {
    if (redisUrl === undefined) skip(this, 'COSTPLANE_TEST_REDIS_URL is not set');
    const clients = [await startWith(redisUrl), await startWith(redisUrl)];
    const key = await createKey(10);
    const statuses: number[] = [];
    for (let request = 0; request < 14; request += 1) {
      const client = clients[request % 2]!;
      statuses.push((await client.get('/v1/organization', key)).status);
    }
    expect(statuses.filter((status) => status === 200)).to.have.length(10);
    expect(statuses.slice(10)).to.eql([429, 429, 429, 429]);
  });

  it('answer 503 with Retry-After: 5 while Redis is away, and only where a key is needed', async () => {
    const client = await startWith(`redis://127.0.0.1:${await freePort()}`);
    const key = await createKey(10);
    const { status, body, headers } = await client.get('/v1/organization', key);
    expect([status, body.error.code]).to.eql([503, 'RATE_LIMIT_UNAVAILABLE']);
    expect(headers.get('retry-after')).to.equal('5');
    expect((await client.get('/health/ready')).status).to.equal(200);
    expect((await client.get('/v1/organization')).status).to.equal(401);
  });
});
