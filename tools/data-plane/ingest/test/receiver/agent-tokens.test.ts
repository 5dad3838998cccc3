import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAgentTokens } from '../../src/receiver/agent-tokens.ts';
import { type Lookups } from '../../src/receiver/lookups.ts';

describe('tokens of agents', () => {
  const row = { organization_id: 'o', cluster_id: 'c', plan_type: 'p', cpu_limit_cores: null };

  /** Answers in turn, when it is told to, what it is told. */
  const createTokens = () => {
    const asked: { answer: (rows: object[]) => void; fail: (error: Error) => void }[] = [];
    const rows = () => {
      const { promise, resolve, reject } = Promise.withResolvers<object[]>();
      asked.push({ answer: resolve, fail: reject });
      return promise;
    };
    return {
      asked,
      tokens: createAgentTokens(new Map([['default', { rows } as unknown as Lookups]])),
    };
  };

  it('are looked up once per interval', async () => {
    const { asked, tokens } = createTokens();
    const finding = [tokens.find('good'), tokens.find('good')];
    asked[0]!.answer([row]);
    for (const found of await Promise.all(finding)) expect(found).to.include({ clusterId: 'c' });
    await tokens.find('good');
    expect(asked).to.have.length(1);
  });

  it('are rejected if too many are unknown, except known ones', async () => {
    const { asked, tokens } = createTokens();
    const known = tokens.find('good');
    asked.pop()!.answer([row]);
    await known;
    const unknown = Array.from({ length: 2_002 }, (_, index) =>
      tokens.find(`made up ${index}`).catch((error: unknown) => error),
    );
    const refused = await tokens.find('one more').catch((error: unknown) => error);
    expect(refused).to.include({ status: 429, reason: 'too_many_tokens' });
    expect(await tokens.find('good')).to.include({ clusterId: 'c' });
    expect(asked).to.have.length(2);
    await sleep(3_050);
    const again = tokens.find('good');
    expect(asked).to.have.length(3);
    asked.pop()!.answer([row]);
    expect(await again).to.include({ clusterId: 'c' });
    for (const { answer } of asked.splice(0)) answer([]);
    const [first, second, ...waited] = await Promise.all(unknown);
    expect([first, second]).to.eql([undefined, undefined]);
    for (const error of waited) expect(error).to.include({ reason: 'too_many_tokens' });
    const next = tokens.find('one more');
    asked.pop()!.answer([]);
    expect(await next).to.equal(undefined);
  });

  it('are looked up while the database of others does not respond', async () => {
    const elsewhere = [{ database: 'eu-2' }];
    const answers = [elsewhere, elsewhere, elsewhere, [], [row]];
    const lookups = (rows: () => Promise<unknown>) => ({ rows }) as unknown as Lookups;
    const tokens = createAgentTokens(
      new Map([
        ['default', lookups(() => Promise.resolve(answers.shift()))],
        ['eu-2', lookups(() => new Promise(() => undefined))],
      ]),
    );
    for (const token of ['one', 'two', 'three']) tokens.find(token).catch(() => undefined);
    expect(await tokens.find('good')).to.include({ database: 'default' });
  });

  it('stay known, however many invalid ones are tried', async () => {
    const { asked, tokens } = createTokens();
    const known = tokens.find('good');
    asked.pop()!.answer([row]);
    await known;
    for (let index = 0; index < 10_100; index += 1) {
      const unknown = tokens.find(`made up ${index}`);
      asked.pop()!.answer([]);
      await unknown;
    }
    expect(await tokens.find('good')).to.include({ clusterId: 'c' });
    expect(asked).to.eql([]);
  });

  it('are looked up again after a failure', async () => {
    const { asked, tokens } = createTokens();
    const failing = tokens.find('good').catch((error: unknown) => error);
    asked.pop()!.fail(new Error('away'));
    expect(await failing).to.be.an('error');
    const found = tokens.find('good');
    asked.pop()!.answer([row]);
    expect(await found).to.include({ clusterId: 'c' });
  });
});
