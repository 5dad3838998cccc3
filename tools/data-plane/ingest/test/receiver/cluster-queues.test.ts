import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ClusterQueues } from '../../src/receiver/cluster-queues.ts';

const never = new AbortController().signal;

const cluster = (clusterId: string, organizationId = 'org') => ({ organizationId, clusterId });

const catchMessage = (failing: Promise<unknown>) =>
  failing.then(String, (error: unknown) => (error as Error).message);

/** Tasks that are over when they are told to be, and what began and ended so far. */
function createTasks() {
  const events: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const task = (name: string) => () => {
    events.push(`+${name}`);
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return end.promise.finally(() => events.push(`-${name}`));
  };
  const finish = async (name: string) => {
    ends.get(name)!.resolve(name);
    await turn();
  };
  return { events, ends, task, finish };
}

/** Cancels a task before its turn, and returns what only the task refers to. */
async function cancelOne(queues: ClusterQueues): Promise<WeakRef<object>> {
  const giveUp = new AbortController();
  const body = {};
  const canceled = queues.run(cluster('a'), giveUp.signal, () => Promise.resolve(body));
  giveUp.abort(new Error('late'));
  await catchMessage(canceled);
  return new WeakRef(body);
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('queues per cluster', () => {
  it('run the tasks of a cluster one at a time, in order of arrival', async () => {
    const queues = new ClusterQueues(4);
    const { events, task, finish } = createTasks();
    const outcomes = ['a1', 'a2', 'a3'].map((name) => queues.run(cluster('a'), never, task(name)));
    for (const name of ['a1', 'a2', 'a3']) await finish(name);
    expect(events).to.eql(['+a1', '-a1', '+a2', '-a2', '+a3', '-a3']);
    expect(await Promise.all(outcomes)).to.eql(['a1', 'a2', 'a3']);
  });

  it('run those of different clusters concurrently, up to the number of slots', async () => {
    const queues = new ClusterQueues(2);
    const { events, task, finish } = createTasks();
    const names = ['a1', 'a2', 'b1', 'c1'];
    const outcomes = names.map((name) => queues.run(cluster(name[0]!), never, task(name)));
    expect(events).to.eql(['+a1', '+b1']);
    await finish('a1');
    // The other cluster has waited for longer.
    expect(events).to.eql(['+a1', '+b1', '-a1', '+c1']);
    for (const name of ['b1', 'c1', 'a2']) await finish(name);
    expect(await Promise.all(outcomes)).to.eql(names);
  });

  it('run a cluster of each organization in turn', async () => {
    const queues = new ClusterQueues(1);
    const { events, task, finish } = createTasks();
    const many = Array.from({ length: 50 }, (_, index) => `many-${index}`);
    const ofFew = ['few-0', 'few-1'];
    const outcomes = [
      ...many.map((name) => queues.run(cluster(name, 'many'), never, task(name))),
      ...ofFew.map((name) => queues.run(cluster(name, 'few'), never, task(name))),
    ];
    const order = ['many-0', 'many-1', 'few-0', 'many-2', 'few-1', ...many.slice(3)];
    for (const name of order) await finish(name);
    expect(events.filter((event) => event.startsWith('+'))).to.eql(order.map((name) => `+${name}`));
    expect(await Promise.all(outcomes)).to.eql([...many, ...ofFew]);
  });

  it('go on after a task that fails', async () => {
    const queues = new ClusterQueues(1);
    const failed = queues.run(cluster('a'), never, () => Promise.reject(new Error('no')));
    const next = queues.run(cluster('a'), never, () => Promise.resolve('yes'));
    expect(await catchMessage(failed)).to.equal('no');
    expect(await next).to.equal('yes');
  });

  it('skip a task that was canceled before its turn', async () => {
    const queues = new ClusterQueues(1);
    const { events, task, finish } = createTasks();
    const giveUp = new AbortController();
    const first = queues.run(cluster('a'), never, task('a1'));
    const second = queues.run(cluster('a'), giveUp.signal, task('a2'));
    const third = queues.run(cluster('a'), never, task('a3'));
    giveUp.abort(new Error('late'));
    expect(await catchMessage(second)).to.equal('late');
    await finish('a1');
    await finish('a3');
    expect(await Promise.all([first, third])).to.eql(['a1', 'a3']);
    expect(events).to.eql(['+a1', '-a1', '+a3', '-a3']);
  });

  it('keep nothing of a task that was canceled', async () => {
    const queues = new ClusterQueues(1);
    const { task, finish } = createTasks();
    const first = queues.run(cluster('a'), never, task('a1'));
    const body = await cancelOne(queues);
    await turn();
    collectGarbage();
    expect(body.deref()).to.equal(undefined);
    await finish('a1');
    await first;
  });

  it('wait for a task that was canceled while it runs', async () => {
    const queues = new ClusterQueues(2);
    const { events, task, finish } = createTasks();
    const giveUp = new AbortController();
    const first = queues.run(cluster('a'), giveUp.signal, task('a1'));
    const second = queues.run(cluster('a'), never, task('a2'));
    giveUp.abort(new Error('late'));
    expect(await catchMessage(first)).to.equal('late');
    expect(events).to.eql(['+a1']);
    await finish('a1');
    await finish('a2');
    expect(await second).to.equal('a2');
  });
});
