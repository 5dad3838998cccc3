import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { AdmissionControl, type AdmissionLimits, type Caller } from '../src/admission-control.ts';
import { ApiError } from '@costplane/plugin-api';

const never = new AbortController().signal;
const limits = (own: Partial<AdmissionLimits>): AdmissionLimits => ({
  slots: 4,
  perOrganization: 3,
  queueLength: 100,
  queueSeconds: 10,
  ...own,
});

/** A key of an organization, written `organization/key`; of its only one, `organization`. */
const from = (text: string): Caller => {
  const [organizationId = '', keyId = ''] = text.split('/');
  return { organizationId, keyId };
};

describe('admission control', () => {
  /** Asks for slots, and notes who is admitted in which order. */
  const queueOver = (admission: AdmissionControl) => {
    const admitted: string[] = [];
    const enqueue = async (caller: string, hasBegun = false) => {
      const slot = await admission.acquire(from(caller), never, hasBegun);
      admitted.push(caller);
      return slot;
    };
    return { admitted, enqueue };
  };

  it('admits an organization up to its limit, and others beside it', () => {
    const admission = new AdmissionControl(limits({}));
    const own = [1, 2, 3].map(() => admission.tryAcquire(from('a')));
    expect(own).to.not.include(undefined);
    expect(admission.tryAcquire(from('a'))).to.equal(undefined);
    expect(admission.tryAcquire(from('b'))).to.not.equal(undefined);
    expect(admission.tryAcquire(from('c'))).to.equal(undefined);
    own[0]?.release();
    own[0]?.release();
    expect(admission.tryAcquire(from('c'))).to.not.equal(undefined);
    expect(admission.tryAcquire(from('d'))).to.equal(undefined);
  });

  it('gives a free slot to the organization that holds the fewest, then in turns', async () => {
    const admission = new AdmissionControl(limits({ slots: 2, perOrganization: 2 }));
    const first = [admission.tryAcquire(from('a')), admission.tryAcquire(from('a'))];
    const { admitted, enqueue } = queueOver(admission);
    const slots = ['a', 'a', 'a', 'b', 'b', 'c'].map((organization) => enqueue(organization));
    first[0]?.release();
    for (const slot of [3, 5, 4, 0, 1, 2]) (await slots[slot])?.release();
    expect(admitted).to.eql(['b', 'c', 'b', 'a', 'a', 'a']);
    first[1]?.release();
    expect(admission.waiting).to.equal(0);
  });

  it('gives a free slot of an organization to the key that holds the fewest, then in turns', async () => {
    const admission = new AdmissionControl(limits({ slots: 3, perOrganization: 3 }));
    const first = [1, 2, 3].map(() => admission.tryAcquire(from('a/1')));
    const { admitted, enqueue } = queueOver(admission);
    const slots = ['a/1', 'a/1', 'a/2', 'a/2', 'a/3'].map((caller) => enqueue(caller));
    for (const slot of first) slot?.release();
    for (const slot of [2, 4, 0]) await slots[slot];
    for (const slot of [2, 4, 0, 3, 1]) (await slots[slot])?.release();
    expect(admitted).to.eql(['a/2', 'a/3', 'a/1', 'a/2', 'a/1']);
    expect(admission.waiting).to.equal(0);
  });

  it('keeps the last slot of an organization for another of its keys, if it has one', () => {
    const admission = new AdmissionControl(limits({ perOrganization: 2 }));
    const alone = [1, 2].map(() => admission.tryAcquire(from('a/1')));
    expect(alone).to.not.include(undefined);
    expect(admission.tryAcquire(from('a/2'))).to.equal(undefined);
    for (const slot of alone) slot?.release();
    expect(admission.tryAcquire(from('a/1'))).to.not.equal(undefined);
    expect(admission.tryAcquire(from('a/1'))).to.equal(undefined);
    expect(admission.tryAcquire(from('a/2'))).to.not.equal(undefined);
    expect(admission.tryAcquire(from('a/3'))).to.equal(undefined);
  });

  it('keeps no slot for a key that has not been used for an hour', () => {
    const admission = new AdmissionControl(limits({ perOrganization: 2 }));
    admission.tryAcquire(from('a/1'))?.release();
    const anHourLater = performance.now() + 3_600_001;
    const clock = mock.method(performance, 'now', () => anHourLater);
    expect(admission.tryAcquire(from('a/2'))).to.not.equal(undefined);
    expect(admission.tryAcquire(from('a/2'))).to.not.equal(undefined);
    clock.mock.restore();
  });

  it('lets a request that has begun finish before others of its key begin', async () => {
    const admission = new AdmissionControl(limits({ slots: 1 }));
    const slot = admission.tryAcquire(from('a'));
    const order: string[] = [];
    const waits = [
      admission.acquire(from('a'), never).then(() => order.push('new')),
      admission.acquire(from('a'), never, true).then((one) => {
        order.push('begun');
        one.release();
      }),
    ];
    slot?.release();
    await Promise.all(waits);
    expect(order).to.eql(['begun', 'new']);
  });

  it('refuses with 429 and Retry-After after the longest wait, and when the queue is full', async () => {
    const admission = new AdmissionControl(
      limits({ slots: 1, queueLength: 1, queueSeconds: 0.05 }),
    );
    admission.tryAcquire(from('a'));
    const refusals = await Promise.all(
      [1, 2].map(() => admission.acquire(from('a'), never).catch((error: unknown) => error)),
    );
    for (const refusal of refusals) {
      expect(refusal).to.be.instanceOf(ApiError);
      const { code, status, details, headers } = refusal as ApiError;
      expect({ code, status, details, headers }).to.eql({
        code: 'RATE_LIMITED',
        status: 429,
        details: [{ reason: 'too_many_concurrent_requests' }],
        headers: { 'Retry-After': '0.05' },
      });
    }
    expect(admission.refused).to.equal(2);
    expect(admission.waiting).to.equal(0);
  });

  it('keeps room in the queue for other keys, however many requests of one key wait', async () => {
    const admission = new AdmissionControl(limits({ slots: 1, queueLength: 1 }));
    const slot = admission.tryAcquire(from('a/1'));
    const { admitted, enqueue } = queueOver(admission);
    const waits = ['a/1', 'a/2'].map((caller) => enqueue(caller));
    await admission.acquire(from('a/1'), never).catch((error: unknown) => {
      expect((error as ApiError).status).to.equal(429);
    });
    slot?.release();
    for (const wait of waits) (await wait).release();
    expect(admitted).to.eql(['a/1', 'a/2']);
  });

  it('forgets a request whose signal is aborted while it waits', async () => {
    const admission = new AdmissionControl(limits({ slots: 1 }));
    const slot = admission.tryAcquire(from('a'));
    const gone = new AbortController();
    const waits = admission.acquire(from('a'), gone.signal).catch((error: unknown) => error);
    gone.abort();
    expect(await waits).to.equal(gone.signal.reason);
    expect(admission.waiting).to.equal(0);
    slot?.release();
    expect(admission.tryAcquire(from('b'))).to.not.equal(undefined);
  });

  it('rejects all waiting requests when no connection is available', async () => {
    const admission = new AdmissionControl(limits({ slots: 1 }));
    admission.tryAcquire(from('a'));
    const waits = ['a', 'a', 'b'].map((organization) =>
      admission.acquire(from(organization), never).catch((error: unknown) => error),
    );
    const outage = new Error('the database cannot be reached');
    admission.refuseWaiting(outage);
    expect(await Promise.all(waits)).to.eql([outage, outage, outage]);
  });

  it('keeps every slot in use and no organization waiting for long, under any load', async () => {
    const admission = new AdmissionControl(limits({ slots: 4, perOrganization: 3 }));
    let running = 0;
    let most = 0;
    const served = new Map<string, number>();
    const run = async (organization: string) => {
      const slot = await admission.acquire(from(organization), never);
      running += 1;
      most = Math.max(most, running);
      await sleep(2);
      running -= 1;
      served.set(organization, (served.get(organization) ?? 0) + 1);
      slot.release();
    };
    const attack = Array.from({ length: 90 }, () => run('attacker'));
    const others = Array.from({ length: 10 }, () => run('other'));
    await Promise.all(others);
    expect(served.get('attacker') ?? 0).to.be.lessThan(60);
    await Promise.all(attack);
    expect(most).to.equal(4);
    expect(served).to.eql(
      new Map([
        ['attacker', 90],
        ['other', 10],
      ]),
    );
  });
});
