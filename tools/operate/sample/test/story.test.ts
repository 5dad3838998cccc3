import { expect } from 'chai';
import { demoDayKind, demoMembers, demoSnapshot } from '../src/index.ts';
import { type Snapshot } from '../src/snapshot.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const today = Date.parse('2026-11-22T00:00:00Z');

const noon = (daysAgo: number) => new Date(today - daysAgo * dayMs + dayMs / 2);
const at = (cluster: string, time: string) => demoSnapshot(cluster, new Date(time));
const countNodes = (time: Date) =>
  demoMembers().reduce((sum, { name }) => sum + demoSnapshot(name, time).nodes.length, 0);
const replicas = (snapshot: Snapshot, name: string) =>
  snapshot.deployments.find((each) => each.name === name)?.replicas;

describe('the story of the demo fleet', () => {
  it('trains a model on its own node on the 12th of each month, from 6:00 to 18:00', () => {
    for (const month of ['2026-02', '2026-10', '2026-11']) {
      const runs = (time: string) => {
        const { pods, nodes } = at('ml-training', `${month}-${time}Z`);
        const pod = pods.find(({ owner_name }) => owner_name === 'full-retraining');
        const node = nodes.find(({ name }) => name === pod?.node_name);
        return pod && [pod.phase, node?.instance_type];
      };
      expect(runs('12T05:59:59')).to.equal(undefined);
      expect(runs('12T06:00:00')).to.eql(['Running', 'p5.48xlarge']);
      expect(runs('12T17:59:59')).to.eql(['Running', 'p5.48xlarge']);
      expect(runs('12T18:00:00')).to.equal(undefined);
      expect(runs('13T12:00:00')).to.equal(undefined);
    }
    const types = at('ml-training', '2026-11-13T12:00:00Z').nodes.map((node) => node.instance_type);
    expect(types).to.not.include('p5.48xlarge');
  });

  it('has fewer replicas and nodes at weekends', () => {
    const friday = at('analytics-nonprod', '2026-11-20T23:59:59Z');
    const saturday = at('analytics-nonprod', '2026-11-21T00:00:00Z');
    expect(replicas(friday, 'kernel-pool')).to.equal(4);
    expect(replicas(saturday, 'kernel-pool')).to.equal(1);
    expect(friday.nodes.length - saturday.nodes.length).to.equal(3);
  });

  it('grows from July to Christmas, and is as small again in March', () => {
    const sundays = ['2026-07-05', '2026-09-06', '2026-11-01', '2026-12-20', '2027-03-07'];
    const [july, september, november, christmas, march] = sundays.map((day) =>
      countNodes(new Date(`${day}T03:00:00Z`)),
    );
    expect(september).to.be.greaterThan(july!);
    expect(november).to.be.greaterThan(september!);
    expect(christmas).to.be.within(november! + 2, july! + 25);
    expect(Math.abs(march! - july!)).to.be.at.most(3);
  });

  it('has a service that appeared and one that disappeared within 62 days of any day', () => {
    const services = new Set(['visual-search', 'gift-advisor', 'price-watch', 'returns-assistant']);
    const pilots = (time: Date) => {
      const { namespaces } = demoSnapshot('shop-production', time);
      return namespaces.map(({ name }) => name).filter((name) => services.has(name));
    };
    for (let later = 0; later < 168; later += 13) {
      const then = pilots(noon(62 - later));
      const now = pilots(noon(-later));
      expect(
        now.some((name) => !then.includes(name)),
        'appeared',
      ).to.equal(true);
      expect(
        then.some((name) => !now.includes(name)),
        'went',
      ).to.equal(true);
    }
  });

  it('dates a new service from its appearance', () => {
    const { deployments } = at('shop-production', '2026-11-22T12:00:00Z');
    const pilot = deployments.find(({ name }) => name === 'visual-search-model')!;
    expect(new Date(pilot.creation_timestamp).toISOString()).to.equal('2026-11-02T00:00:00.000Z');
    const before = at('shop-production', '2026-11-01T23:59:59Z');
    expect(before.namespaces.map(({ name }) => name)).to.not.include('visual-search');
  });

  it('identifies days with the same workloads', () => {
    const kinds = Array.from({ length: 62 }, (_, index) =>
      demoDayKind('ml-training', new Date(today - (index + 1) * dayMs)),
    );
    const [november, october] = [10, 41].map((daysAgo) => kinds[daysAgo - 1]);
    const runs = kinds.flatMap((kind, index) =>
      kind === november || kind === october ? [index + 1] : [],
    );
    expect(runs).to.eql([10, 41]);
    expect(new Set(kinds).size).to.be.within(4, 10);
  });
});
