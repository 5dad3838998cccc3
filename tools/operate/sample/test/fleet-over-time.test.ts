import { expect } from 'chai';
import { clusterAt } from '../src/cluster-at.ts';
import { clusterSpecs } from '../src/clusters.ts';
import { demoSnapshot } from '../src/index.ts';
import { layOutCluster } from '../src/plan-cluster.ts';
import { sumRequests, type ClusterPlan, type PodPlan } from '../src/plan.ts';
import { listSpecs } from '../src/scales.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const monday = Date.parse('2026-05-04T00:00:00Z');

const layouts = clusterSpecs.map(layOutCluster);
const findLayout = (name: string) => layouts.find(({ spec }) => spec.name === name)!;

interface MachineRoom {
  cpu_allocatable: number;
  memory_allocatable: number;
  pods: number;
}

const stepMs = 13 * minuteMs;

/** The cluster in every step of a week. */
function* weekOf(
  layout: (typeof layouts)[number],
  everyMs = stepMs,
): Generator<[at: number, plan: ClusterPlan]> {
  for (let at = monday; at < monday + 7 * dayMs; at += everyMs) {
    yield [at, clusterAt(layout, at)];
  }
}

/** Fails where something that was gone is there again. */
class Lives {
  private readonly lastSeen = new Map<string, number>();
  private step = 0;

  next(uids: readonly string[]): void {
    this.step += 1;
    expect(new Set(uids).size, 'uids at once').to.equal(uids.length);
    for (const uid of uids) {
      const last = this.lastSeen.get(uid);
      if (last !== undefined && last < this.step - 1) expect.fail(`${uid} came back`);
      this.lastSeen.set(uid, this.step);
    }
  }

  get count(): number {
    return this.lastSeen.size;
  }
}

describe('a week of the demo fleet', () => {
  for (const layout of layouts) {
    const { name } = layout.spec;

    it(`is one history in ${name}`, () => {
      const [pods, nodes] = [new Lives(), new Lives()];
      const known = new Map<
        string,
        { name: string; createdAt: number; node: string | undefined }
      >();
      for (const [at, plan] of weekOf(layout)) {
        nodes.next(plan.nodes.map(({ uid }) => uid));
        pods.next(plan.pods.map(({ uid }) => uid));
        for (const thing of [...plan.nodes, ...plan.pods]) {
          const before = known.get(thing.uid);
          const node = 'node' in thing ? thing.node?.uid : undefined;
          known.set(thing.uid, { ...thing, node });
          // What was not there before has only just begun.
          const oldest = before || at === monday ? 0 : at - stepMs;
          const isSame =
            before === undefined ||
            (before.name === thing.name &&
              before.createdAt === thing.createdAt &&
              // It may have waited for its node, but does not move.
              (before.node === undefined || before.node === node));
          if (isSame && thing.createdAt >= oldest && thing.createdAt <= at) continue;
          expect.fail(`${thing.name} at ${new Date(at).toISOString()}`);
        }
      }
      expect(pods.count).to.be.greaterThan(clusterAt(layout, monday).pods.length);
    });

    it(`always has capacity in ${name} for the pods of its workloads`, () => {
      for (const [, plan] of weekOf(layout, 3 * stepMs)) {
        const present = new Set(plan.nodes);
        for (const [node, pods] of Map.groupBy(plan.pods, (pod) => pod.node)) {
          if (!node) continue;
          expect(present.has(node)).to.equal(true);
          expectRoom(node.machine, pods);
        }
        const podsByWorkload = Map.groupBy(plan.pods, ({ workload }) => workload.uid);
        for (const { uid, kind, replicas, trouble } of plan.workloads) {
          if (kind !== 'Deployment' && kind !== 'StatefulSet') continue;
          expect(podsByWorkload.get(uid)?.length).to.equal(
            replicas + (trouble === 'evicted' ? 1 : 0),
          );
        }
      }
    });
  }

  function expectRoom(machine: MachineRoom, pods: readonly PodPlan[]) {
    let cores = 0;
    let bytes = 0;
    for (const { workload } of pods) {
      const requests = sumRequests(workload);
      cores += requests.cores;
      bytes += requests.bytes;
    }
    expect(cores).to.be.at.most(machine.cpu_allocatable);
    expect(bytes).to.be.at.most(machine.memory_allocatable);
    expect(pods.length).to.be.at.most(machine.pods);
  }

  const listNames = (name: string, isSpot: boolean) => {
    const names = new Set<string>();
    for (const [, plan] of weekOf(findLayout(name))) {
      const { groups } = findLayout(name).spec;
      for (const node of plan.nodes.filter(({ group }) => groups.includes(group))) {
        if ((node.group.spot ?? false) === isSpot) names.add(node.name);
      }
    }
    return names.size;
  };

  it('has spot nodes that come and go, and others that stay', () => {
    for (const name of ['shop-production', 'shop-staging', 'data-production']) {
      const { groups } = findLayout(name).spec;
      const count = (isSpot: boolean) =>
        groups
          .filter(({ spot = false }) => spot === isSpot)
          .reduce((sum, group) => sum + group.count, 0);
      expect(listNames(name, true), name).to.be.greaterThan(count(true) * 1.4);
      expect(listNames(name, false), name).to.equal(count(false));
    }
  });

  it('leaves pods pending for minutes, until a new node exists', () => {
    let waited = 0;
    for (let at = monday; at < monday + 3 * dayMs; at += minuteMs) {
      const { nodes, pods } = clusterAt(findLayout('shop-staging'), at);
      const waiting = pods.filter(({ node, workload }) => !node && sumRequests(workload).cores < 4);
      if (waiting.length === 0) continue;
      waited += 1;
      const { groups } = findLayout('shop-staging').spec;
      expect(nodes.filter(({ group }) => groups.includes(group)).length).to.be.lessThan(7);
      for (const { createdAt } of waiting) expect(at - createdAt).to.be.at.most(5 * minuteMs);
    }
    expect(waited).to.be.within(2, 40);
  });
});

describe('the rhythm of the demo fleet', () => {
  const at = (cluster: string, time: string) => demoSnapshot(cluster, new Date(`${time}Z`));
  const used = (cluster: string, time: string) =>
    at(cluster, time).deployments.reduce((sum, each) => sum + (each.total_cpu_usage ?? 0), 0);
  const wednesday = '2026-05-06T13:00:00';
  const night = '2026-05-06T01:00:00';
  const sunday = '2026-05-10T13:00:00';

  it('follows working hours: by day, by night and on Sundays', () => {
    for (const cluster of ['shop-production', 'shop-staging']) {
      const busiest = used(cluster, wednesday);
      expect(used(cluster, night), cluster).to.be.lessThan(busiest * 0.6);
      expect(used(cluster, sunday), cluster).to.be.lessThan(busiest * 0.7);
    }
  });

  it('goes on slowly growing', () => {
    const years = ['2025-09-10', '2026-05-06', '2027-05-05', '2028-05-03'].map((day) =>
      used('shop-staging', `${day}T13:00:00`),
    );
    expect(years).to.eql([...years].sort((a, b) => a - b));
    expect(years[3]).to.be.within(years[0]! * 1.05, years[0]! * 1.4);
  });

  it('makes autoscalers add replicas, and the cluster nodes for them', () => {
    const [busy, quiet, weekend] = [wednesday, night, sunday].map((time) =>
      at('shop-production', time),
    );
    const replicas = ({ deployments }: typeof busy & object) =>
      deployments.reduce((sum, each) => sum + each.replicas, 0);
    expect(replicas(busy!)).to.be.greaterThan(replicas(quiet!) * 1.1);
    expect(busy!.nodes.length).to.be.greaterThan(quiet!.nodes.length);
    expect(weekend!.nodes.length).to.equal(quiet!.nodes.length);
    for (const snapshot of [busy!, quiet!, weekend!]) {
      const byName = new Map(
        snapshot.deployments.map((each) => [`${each.namespace}/${each.name}`, each]),
      );
      expect(snapshot.hpas.length).to.be.greaterThan(20);
      for (const { namespace, target_name, ...hpa } of snapshot.hpas) {
        expect(byName.get(`${namespace}/${target_name}`)!.replicas).to.equal(hpa.current_replicas);
        expect(hpa.current_replicas).to.be.within(hpa.min_replicas, hpa.max_replicas);
      }
    }
    const most = Math.max(...busy!.hpas.map((hpa) => hpa.current_replicas - hpa.min_replicas));
    expect(most).to.be.greaterThan(0);
  });

  it('rolls out new versions, one replica after another', () => {
    const layout = findLayout('data-production');
    const releasedAt = (time: number) =>
      Map.groupBy(
        clusterAt(layout, time).pods.filter(({ workload }) => workload.isReleased),
        ({ workload }) => workload.name,
      );
    let isMixed = false;
    for (let time = monday; time < monday + 14 * dayMs; time += minuteMs) {
      if (isMixed) break;
      for (const pods of releasedAt(time).values()) {
        const versions = new Set(pods.map(({ name }) => name.slice(0, name.lastIndexOf('-'))));
        if (versions.size > 1) isMixed = true;
      }
    }
    expect(isMixed).to.equal(true);
    const names = (time: number) => [...releasedAt(time).values()].flat().map(({ name }) => name);
    const before = new Set(names(monday));
    const kept = names(monday + 30 * dayMs).filter((name) => before.has(name));
    expect(kept.length).to.be.within(before.size * 0.05, before.size * 0.8);
  });

  it('stays within quotas at any time', () => {
    const hard = (time: string) =>
      at('shop-production', time).resource_quotas.map((quota) => quota.hard);
    expect(hard(wednesday)).to.eql(hard(night));
  });
});

describe('layouts of larger fleets', () => {
  it('are like those of the small one, and fast to create', () => {
    for (const scale of ['medium', 'large'] as const) {
      const specs = listSpecs(scale);
      const layout = layOutCluster(specs[2]!, 2);
      const unplaced = layout.slots.filter(({ machine }) => !machine);
      expect(unplaced.length, 'only what is too big').to.equal(1);
      const count = scale === 'medium' ? 1_000 : 4_800;
      expect(layout.workloads.length).to.be.within(count * 0.95, count * 1.05);
    }
  });
});
