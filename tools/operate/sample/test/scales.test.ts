import { expect } from 'chai';
import {
  demoFleet,
  demoMembers,
  demoNodeUid,
  demoSnapshot,
  demoUsage,
  latestSnapshot,
  scales,
} from '../src/index.ts';
import { type Snapshot } from '../src/snapshot.ts';

const noon = new Date('2026-05-06T12:00:00Z');

const listWorkloads = (snapshot: Snapshot) => [
  ...snapshot.deployments,
  ...snapshot.statefulsets,
  ...snapshot.daemonsets,
  ...snapshot.cronjobs,
  ...snapshot.jobs.filter(({ owner_cronjob }) => owner_cronjob === ''),
];

describe('the scales of the demo fleet', () => {
  const medium = demoFleet(noon, 'medium');
  const [largest] = demoMembers('large');
  const one = latestSnapshot(largest!, noon);

  it('have clusters with unique names', () => {
    const names = scales.flatMap((scale) => demoMembers(scale).map(({ name }) => name));
    expect(names).to.have.length(6 + 20 + 105);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('are about 500, 20,000 and 500,000 workloads, and twice as many pods', () => {
    const sizes = medium.map(({ snapshot }) => [
      listWorkloads(snapshot).length,
      snapshot.pods.length,
    ]);
    const sum = (index: 0 | 1) => sizes.reduce((total, size) => total + size[index]!, 0);
    expect(sum(0)).to.be.within(19_500, 20_500);
    expect(sum(1)).to.be.within(36_000, 46_000);
    expect(listWorkloads(one).length * 105).to.be.within(490_000, 510_000);
    expect(one.pods.length).to.be.within(9_000, 14_000);
  });

  it('are identical to the byte at the same time, whatever was requested in between', () => {
    const [{ name, snapshot }] = medium as [(typeof medium)[number]];
    for (const { name: other } of demoMembers('medium')) demoSnapshot(other, new Date(0));
    expect(JSON.stringify(demoSnapshot(name, noon))).to.equal(JSON.stringify(snapshot));
    expect(JSON.stringify(latestSnapshot(largest!, noon))).to.equal(JSON.stringify(one));
  });

  it('name every object with a UUID of its own, also across clusters and scales', () => {
    const uids = [...medium.map(({ snapshot }) => snapshot), one, demoFleet(noon)[0]!.snapshot]
      .flatMap((snapshot) => [...snapshot.nodes, ...snapshot.pods, ...listWorkloads(snapshot)])
      .map(({ uid }) => uid);
    expect(uids.length).to.be.greaterThan(70_000);
    expect(new Set(uids).size).to.equal(uids.length);
  });

  it('give names that are unique in their namespace', () => {
    for (const snapshot of [one, ...medium.map((cluster) => cluster.snapshot)]) {
      for (const list of [snapshot.pods, snapshot.deployments, snapshot.cronjobs]) {
        const names = list.map(({ namespace, name }) => `${namespace}/${name}`);
        expect(new Set(names).size).to.equal(names.length);
      }
      for (const key of ['name', 'provider_id'] as const) {
        const nodes = snapshot.nodes.map((node) => node[key]).filter((value) => value !== '');
        expect(new Set(nodes).size).to.be.oneOf([snapshot.nodes.length, 0]);
      }
      const addresses = snapshot.pods.filter((pod) => !pod.host_network && pod.pod_ip !== '');
      const lasting = addresses.filter(({ owner_kind }) => owner_kind !== 'CronJob');
      expect(new Set(lasting.map(({ pod_ip }) => pod_ip)).size).to.equal(lasting.length);
    }
  });

  it('never request more of a node than is allocatable', () => {
    for (const { nodes, pods } of [one, ...medium.map(({ snapshot }) => snapshot)]) {
      const podsOn = Map.groupBy(
        pods.filter(({ phase }) => phase === 'Running' || phase === 'Pending'),
        (pod) => pod.node_name,
      );
      for (const node of nodes) {
        const containers = (podsOn.get(node.name) ?? []).flatMap((pod) => pod.containers ?? []);
        const total = (value: (container: (typeof containers)[number]) => number) =>
          containers.reduce((sum, container) => sum + value(container), 0);
        expect(total((each) => each.cpu_request_cores)).to.be.at.most(node.cpu_allocatable);
        expect(total((each) => each.memory_request_bytes)).to.be.at.most(node.memory_allocatable);
        expect(total((each) => each.gpu_request)).to.be.at.most(node.gpu_allocatable);
      }
    }
  });

  it('have a GPU pool, a stale cluster, and unschedulable pods', () => {
    const stale = medium.filter(({ silent_minutes }) => silent_minutes > 0);
    expect(stale.map(({ name, snapshot }) => [name, +noon - snapshot.timestamp])).to.eql([
      ['north-ml-training', 20 * 60_000],
    ]);
    for (const { name, snapshot } of medium) {
      const waiting = snapshot.pods.filter(({ node_name }) => node_name === '');
      expect(waiting.length, name).to.be.within(1, 60);
      const hasGpus = /ml-training|research/.test(name);
      expect(
        snapshot.nodes.some(({ gpu_capacity }) => gpu_capacity > 0),
        name,
      ).to.equal(hasGpus);
    }
  });

  it('have owners as the small one has', () => {
    const teams = new Set(
      medium.flatMap(({ snapshot }) =>
        snapshot.namespaces.flatMap(({ labels }) => labels?.team ?? []),
      ),
    );
    expect(teams.size).to.be.within(10, 20);
  });

  it('identify nodes of the fleet by name and uid', () => {
    for (const { name, snapshot } of medium.slice(0, 6)) {
      for (const node of snapshot.nodes) expect(demoNodeUid(name, node.name)).to.equal(node.uid);
    }
    expect(demoNodeUid('mine', 'a')).to.not.equal(demoNodeUid('shop-production', 'a'));
  });
});

describe('usage of the demo fleet', () => {
  const kinds = ['Deployment', 'StatefulSet', 'DaemonSet'];
  for (const { name } of [...demoMembers(), demoMembers('medium')[2]!]) {
    it(`matches the snapshot in ${name}`, () => {
      const told = new Map<string, number[][]>();
      for (const pod of demoSnapshot(name, noon).pods) {
        if (!kinds.includes(pod.owner_kind) || pod.phase !== 'Running') continue;
        for (const container of pod.containers ?? []) {
          if (container.cpu_usage_cores === undefined) continue;
          const key = `${pod.owner_uid} ${container.name}`;
          const figures = [
            Math.round(container.cpu_usage_cores * 1e9),
            container.memory_usage_bytes!,
            Math.round(container.cpu_limit_cores * 1e9),
          ];
          told.set(key, [...(told.get(key) ?? []), figures]);
        }
      }
      const usage = new Map(
        demoUsage(name, noon).map((each) => [
          `${each.workload_uid} ${each.container_name}`,
          each.cpu_nanocores.map((cpu, index) => [
            cpu,
            each.memory_bytes[index],
            each.cpu_limit_nanocores[index],
          ]),
        ]),
      );
      expect([...usage].sort()).to.eql([...told].sort());
      expect(usage.size > 0).to.equal(name !== 'research-onprem');
    });
  }

  it('does not exist for an unknown cluster', () => {
    expect(() => demoUsage('mine', noon)).to.throw(RangeError, 'no cluster mine');
  });
});
