import { expect } from 'chai';
import { demoFleet, demoSnapshot } from '../src/index.ts';
import { type Pod, type Snapshot } from '../src/snapshot.ts';

const noon = new Date('2026-05-04T12:00:00Z');
const night = new Date('2026-05-05T02:30:00Z');
const fleet = demoFleet(noon);
const snapshots = fleet.map((cluster) => cluster.snapshot);
const findSnapshot = (name: string) => fleet.find((cluster) => cluster.name === name)!.snapshot;

const listWorkloads = (snapshot: Snapshot) => [
  ...snapshot.deployments,
  ...snapshot.statefulsets,
  ...snapshot.daemonsets,
  ...snapshot.cronjobs,
  ...snapshot.jobs,
];

const listUids = (snapshot: Snapshot): string[] =>
  [
    ...snapshot.nodes,
    ...snapshot.pods,
    ...listWorkloads(snapshot),
    ...snapshot.hpas,
    ...snapshot.pdbs,
  ].map((object) => object.uid);

const isSpot = (labels: Record<string, string> | null) => JSON.stringify(labels).includes('spot');

const holdsResources = (pod: Pod) =>
  pod.node_name !== '' && (pod.phase === 'Running' || pod.phase === 'Pending');

describe('demo fleet', () => {
  it('is identical to the byte at the same time', () => {
    expect(JSON.stringify(demoFleet(noon))).to.equal(JSON.stringify(fleet));
  });

  it('has the same snapshot for a single cluster at its own time', () => {
    for (const { name, snapshot } of fleet) {
      expect(demoSnapshot(name, new Date(snapshot.timestamp))).to.eql(snapshot);
    }
    expect(demoSnapshot('ml-training', noon).timestamp).to.equal(noon.getTime());
    expect(() => demoSnapshot('mine', noon)).to.throw(RangeError, 'no cluster mine');
  });

  it('covers the environments and the providers', () => {
    expect(new Set(fleet.map((cluster) => cluster.environment))).to.have.keys([
      'production',
      'non-production',
      'staging',
      'dev',
    ]);
    expect(new Set(snapshots.map((snapshot) => snapshot.provider))).to.have.keys([
      'aws',
      'gcp',
      'azure',
      '',
    ]);
  });

  it('has about 90 nodes, 500 workloads and 1,700 pods', () => {
    const total = (count: (snapshot: Snapshot) => number) =>
      snapshots.reduce((sum, snapshot) => sum + count(snapshot), 0);
    expect(total((snapshot) => snapshot.nodes.length)).to.be.within(70, 110);
    expect(total((snapshot) => listWorkloads(snapshot).length - snapshot.jobs.length)).to.be.within(
      480,
      560,
    );
    expect(total((snapshot) => snapshot.pods.length)).to.be.within(1500, 1900);
  });

  it('keeps uids over time, and gives each snapshot its own id', () => {
    const later = demoFleet(night).map((cluster) => cluster.snapshot);
    for (const [index, snapshot] of snapshots.entries()) {
      const lasting = (list: Snapshot) => [
        ...list.nodes.filter((node) => node.capacity_type !== 'spot' && !isSpot(node.labels)),
        ...list.deployments,
        ...list.statefulsets,
      ];
      expect(lasting(later[index]!).map(({ uid }) => uid)).to.deep.equal(
        lasting(snapshot).map(({ uid }) => uid),
      );
      expect(later[index]!.snapshot_id).to.not.equal(snapshot.snapshot_id);
    }
  });

  it('names every object with a UUID that no other object has', () => {
    const uids = [
      ...snapshots.map((snapshot) => snapshot.snapshot_id),
      ...snapshots.flatMap(listUids),
    ];
    expect(uids.length).to.be.greaterThan(2000);
    expect(new Set(uids).size).to.equal(uids.length);
    for (const uid of uids) {
      expect(uid).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('gives names that are unique in their namespace', () => {
    for (const snapshot of snapshots) {
      for (const list of [snapshot.pods, snapshot.deployments, snapshot.statefulsets]) {
        const names = list.map(({ namespace, name }) => `${namespace}/${name}`);
        expect(new Set(names).size).to.equal(names.length);
      }
      expect(new Set(snapshot.nodes.map(({ name }) => name)).size).to.equal(snapshot.nodes.length);
    }
  });

  it('has one cluster that last reported 20 minutes ago', () => {
    const ages = fleet.map(({ name, snapshot }) => [name, noon.getTime() - snapshot.timestamp]);
    expect(ages.filter(([, age]) => age !== 0)).to.deep.equal([['ml-training', 20 * 60_000]]);
  });

  it('uses more by day than by night', () => {
    const usage = (at: Date) => demoFleet(at)[0]!.snapshot.summary.total_cpu_usage!;
    expect(usage(noon)).to.be.greaterThan(usage(night) * 1.3);
  });

  it('has no usage where metrics-server is missing', () => {
    const { nodes, pods, deployments, summary } = findSnapshot('research-onprem');
    expect(summary.total_cpu_usage).to.equal(null);
    expect(summary.metrics_available).to.equal(false);
    expect(JSON.stringify({ nodes, pods, deployments })).to.not.match(
      /cpu_usage|memory_usage_bytes/,
    );
  });

  it('includes typical problems of a fleet', () => {
    const pods = snapshots.flatMap((snapshot) => snapshot.pods);
    const containers = pods.flatMap((pod) => pod.containers ?? []);
    expect(
      pods.some((pod) => pod.phase === 'Pending' && pod.node_name === ''),
      'no room',
    ).to.be.true;
    expect(
      pods.some((pod) => pod.reason === 'Evicted'),
      'evicted',
    ).to.be.true;
    expect(
      pods.some((pod) => pod.qos_class === 'BestEffort'),
      'unsized',
    ).to.be.true;
    const reasons = containers.map((container) => container.state_reason);
    expect(reasons).to.include.members(['CrashLoopBackOff', 'ImagePullBackOff', 'Error']);
    expect(
      containers.some((container) => container.last_termination_reason === 'OOMKilled'),
      'out of memory',
    ).to.be.true;
  });

  describe('owners', () => {
    interface Labelled {
      labels: Record<string, string> | null;
    }
    const readOwner = ({ labels }: Labelled) =>
      labels?.team === undefined ? undefined : `${labels.department ?? ''}/${labels.team}`;
    const namespaces = snapshots.flatMap((snapshot) => snapshot.namespaces);
    const owners = [...namespaces, ...snapshots.flatMap(listWorkloads)].flatMap(
      (each) => readOwner(each) ?? [],
    );
    const workloadsIn = (snapshot: Snapshot, namespace: string) =>
      listWorkloads(snapshot).filter((workload) => workload.namespace === namespace);

    it('are teams of four departments, each team in one of them', () => {
      const pairs = [...new Set(owners)];
      expect(new Set(pairs.map((pair) => pair.split('/')[0]))).to.have.keys([
        'product',
        'operations',
        'data',
        'research',
      ]);
      expect(new Set(pairs.map((pair) => pair.split('/')[1])).size).to.equal(pairs.length);
      expect(pairs.length).to.be.within(10, 20);
    });

    it('are set on most namespaces', () => {
      for (const snapshot of snapshots) {
        const labelled = snapshot.namespaces.map(readOwner);
        expect(labelled).to.include(undefined);
        expect(labelled.filter((owner) => owner !== undefined).length).to.be.greaterThan(
          labelled.length / 2,
        );
      }
    });

    it('differ between some workloads and their namespace', () => {
      const { namespaces: all, ...rest } = findSnapshot('shop-production');
      const payments = all.find(({ name }) => name === 'payments')!;
      const workloads = workloadsIn({ namespaces: all, ...rest }, 'payments');
      expect(readOwner(payments)).to.equal('product/checkout');
      expect(
        workloads.filter((each) => readOwner(each) === 'operations/risk').map(({ name }) => name),
      ).to.deep.equal(['fraud-api', 'fraud-worker']);
    });

    it('are set on some workloads of a namespace without owners', () => {
      const named = workloadsIn(findSnapshot('analytics-nonprod'), 'sandbox').map(readOwner);
      expect(named).to.include.members([undefined, 'data/insights', 'research/nlp']);
    });

    it('are the same on pods and their workloads', () => {
      for (const snapshot of snapshots) {
        const byUid = new Map(listWorkloads(snapshot).map((each) => [each.uid, readOwner(each)]));
        for (const pod of snapshot.pods) expect(readOwner(pod)).to.equal(byUid.get(pod.owner_uid));
      }
    });
  });

  it('has restarts that grow with time', () => {
    const restarts = (at: Date) =>
      demoFleet(at)
        .flatMap(({ snapshot }) => snapshot.pods)
        .flatMap((pod) => pod.containers ?? [])
        .filter((container) => container.last_termination_reason === 'OOMKilled')
        .reduce((sum, container) => sum + container.restart_count, 0);
    expect(restarts(night)).to.be.greaterThan(restarts(noon));
  });
});

for (const { name, snapshot } of fleet) {
  describe(`demo cluster ${name}`, () => {
    it('runs pods only on nodes that it has', () => {
      const nodes = new Set(snapshot.nodes.map((node) => node.name));
      const placed = snapshot.pods.filter((pod) => pod.node_name !== '');
      expect(placed.filter((pod) => !nodes.has(pod.node_name))).to.deep.equal([]);
      expect(placed.length).to.be.greaterThan(snapshot.pods.length * 0.9);
    });

    it('never requests more of a node than is allocatable', () => {
      for (const node of snapshot.nodes) {
        const pods = snapshot.pods.filter(
          (pod) => pod.node_name === node.name && holdsResources(pod),
        );
        const containers = pods.flatMap((pod) => pod.containers ?? []);
        const sum = (value: (container: (typeof containers)[number]) => number) =>
          containers.reduce((total, container) => total + value(container), 0);
        expect(sum((container) => container.cpu_request_cores)).to.be.at.most(node.cpu_allocatable);
        expect(sum((container) => container.memory_request_bytes)).to.be.at.most(
          node.memory_allocatable,
        );
        expect(sum((container) => container.gpu_request)).to.be.at.most(node.gpu_allocatable);
        expect(pods.length).to.be.at.most(node.pod_allocatable);
      }
    });

    it('uses no more than a node has and a container may', () => {
      for (const node of snapshot.nodes) {
        expect(node.cpu_usage_cores ?? 0).to.be.at.most(node.cpu_capacity_cores);
        expect(node.memory_usage_bytes ?? 0).to.be.at.most(node.memory_capacity_bytes);
      }
      for (const container of snapshot.pods.flatMap((pod) => pod.containers ?? [])) {
        const { cpu_limit_cores, memory_limit_bytes } = container;
        expect(container.cpu_usage_cores ?? 0).to.be.at.most(cpu_limit_cores || Infinity);
        expect(container.memory_usage_bytes ?? 0).to.be.at.most(memory_limit_bytes || Infinity);
      }
    });

    it('joins every pod to its owner, and Jobs to their CronJob', () => {
      const owners = new Map(
        listWorkloads(snapshot).map((workload) => [workload.uid, workload.name]),
      );
      for (const pod of snapshot.pods) expect(owners.get(pod.owner_uid)).to.equal(pod.owner_name);
      const cronJobs = snapshot.cronjobs.map((cronJob) => cronJob.name);
      for (const job of snapshot.jobs) {
        if (job.owner_cronjob !== '') expect(cronJobs).to.include(job.owner_cronjob);
      }
    });

    it('has only objects that are older than the snapshot', () => {
      const objects = [...snapshot.nodes, ...snapshot.pods, ...listWorkloads(snapshot)];
      for (const object of objects) {
        expect(object.creation_timestamp).to.be.within(0, snapshot.timestamp);
      }
    });

    it('counts the replicas of Deployments from pods that have not ended', () => {
      for (const deployment of snapshot.deployments) {
        const containers = snapshot.pods
          .filter((pod) => pod.owner_uid === deployment.uid && pod.phase !== 'Failed')
          .flatMap((pod) => pod.containers ?? []);
        const bytes = containers.reduce((sum, one) => sum + one.memory_request_bytes, 0);
        const cores = containers.reduce((sum, one) => sum + one.cpu_request_cores, 0);
        expect(deployment.total_memory_request).to.equal(bytes);
        expect(deployment.total_cpu_request).to.be.closeTo(cores, 1e-9);
      }
    });

    it('has a summary that matches an independent count', () => {
      const { summary } = snapshot;
      let containers = 0;
      let cores = 0;
      let bytes = 0;
      let gpus = 0;
      const phases = { Running: 0, Pending: 0, Failed: 0, Succeeded: 0, Unknown: 0 };
      for (const pod of snapshot.pods) {
        phases[pod.phase] += 1;
        for (const container of pod.containers ?? []) {
          containers += 1;
          cores += container.cpu_request_cores;
          bytes += container.memory_request_bytes;
          gpus += container.gpu_request;
        }
      }
      expect(summary.pod_count).to.equal(snapshot.pods.length);
      expect(summary.running_pod_count).to.equal(phases.Running);
      expect(summary.pending_pod_count).to.equal(phases.Pending);
      expect(summary.failed_pod_count).to.equal(phases.Failed);
      expect(summary.succeeded_pod_count).to.equal(phases.Succeeded);
      expect(summary.container_count).to.equal(containers);
      expect(summary.total_cpu_requested).to.be.closeTo(cores, 1e-6);
      expect(summary.total_memory_requested).to.equal(bytes);
      expect(summary.total_gpu_requested).to.equal(gpus);

      let capacity = 0;
      let usage = 0;
      for (const node of snapshot.nodes) {
        capacity += node.cpu_capacity_cores;
        usage += node.cpu_usage_cores ?? 0;
      }
      expect(summary.node_count).to.equal(snapshot.nodes.length);
      expect(summary.total_cpu_capacity).to.be.closeTo(capacity, 1e-6);
      expect(summary.total_cpu_usage ?? 0).to.be.closeTo(usage, 1e-6);

      let volumes = 0;
      let claims = 0;
      for (const volume of snapshot.pvs) volumes += volume.capacity;
      for (const claim of snapshot.pvcs) claims += claim.requested_bytes;
      expect(summary.total_storage_capacity).to.equal(volumes);
      expect(summary.total_storage_requested).to.equal(claims);

      const counts = [
        [summary.namespace_count, snapshot.namespaces],
        [summary.deployment_count, snapshot.deployments],
        [summary.statefulset_count, snapshot.statefulsets],
        [summary.daemonset_count, snapshot.daemonsets],
        [summary.job_count, snapshot.jobs],
        [summary.cronjob_count, snapshot.cronjobs],
        [summary.hpa_count, snapshot.hpas],
        [summary.service_count, snapshot.services],
        [summary.ingress_count, snapshot.ingresses],
        [summary.pv_count, snapshot.pvs],
        [summary.pvc_count, snapshot.pvcs],
      ] as const;
      for (const [count, list] of counts) expect(count).to.equal(list.length);
    });
  });
}
