import { expect } from 'chai';
import { disconnectCluster } from '../src/disconnect-cluster.ts';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { ingestSnapshot } from '../src/ingest-snapshot.ts';
import { UnknownClusterError } from '../src/unknown-cluster-error.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import {
  claim,
  container,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  uid,
  volume,
  workload,
} from './sample-snapshot.ts';

let warehouse: TestWarehouse;
const one = (text: string) => warehouse.one(text);
const ingest = (minute: number, lists: Record<string, unknown> = {}) =>
  warehouse.ingest(sampleSnapshot(minute, lists));
const cluster = (columns: string) => one(`select ${columns} from clusters`);

/** Names of the rows that are there, in order. */
const present = async (table: string) =>
  (await warehouse.query(`select name from ${table} where gone_at is null order by name`)).map(
    ({ name }) => name,
  );

const shop = {
  namespaces: [{ name: 'shop', labels: { team: 'web' } }],
  nodes: [node('n1'), node('n2', { gpu_capacity: 2, gpu_allocatable: 2 })],
  deployments: [deployment('web')],
  statefulsets: [
    workload('db', { replicas: 1, available_replicas: 1, volume_claim_templates: ['data'] }),
  ],
  pods: [
    pod('web-1', 'n1', { ...ownedBy('Deployment', 'web'), service_account_name: 'web' }),
    pod('web-2', '', {
      ...ownedBy('Deployment', 'web'),
      phase: 'Pending',
      service_account_name: 'web',
      containers: [container({ cpu_limit_cores: 2, memory_limit_bytes: 1024, state: 'waiting' })],
    }),
    pod('db-0', 'n2', {
      ...ownedBy('StatefulSet', 'db'),
      containers: [container({ gpu_request: 1, cpu_usage_cores: 2, memory_usage_bytes: 1024 })],
    }),
    pod('bare', 'n1'),
    pod('ended', 'n1', { ...ownedBy('Job', 'job'), phase: 'Succeeded' }),
  ],
  jobs: [workload('job', { owner_cronjob: '', active: 0, conditions: null })],
  pvs: [volume('v1', 'data-db-0'), volume('v2', null, { phase: 'Available' })],
  pvcs: [claim('data-db-0')],
};

describe('the state of a cluster', () => {
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  describe('ingesting a snapshot', () => {
    it('answers with what it holds', async () => {
      expect(await ingest(0, shop)).to.eql({
        snapshot_id: uid('snapshot 0'),
        cluster_id: warehouse.clusterId,
        status: 'applied',
        nodes: 2,
        pods: 5,
        workloads: 3,
      });
    });

    it('makes a pending cluster active, with its figures', async () => {
      expect(await cluster('status, last_seen_at, cpu_total_cores')).to.eql({
        status: 'pending',
        last_seen_at: null,
        cpu_total_cores: null,
      });
      await ingest(0, shop);
      expect(
        await cluster(`status, provider, region, k8s_version, agent_version, availability_zones,
        last_seen_at = '2026-07-15T12:00:00Z' as is_seen, cost_updated_at = last_seen_at as is_priced`),
      ).to.eql({
        status: 'active',
        provider: 'on-prem',
        region: 'here',
        k8s_version: 'v1.33.4',
        agent_version: 'v2.2.0',
        availability_zones: ['here-a'],
        is_seen: true,
        is_priced: true,
      });
      expect(
        await cluster(`nodes, namespaces, workloads, deployments, statefulsets, daemonsets, jobs, cronjobs,
        pods, running_pods, containers, running_containers, persistent_volumes`),
      ).to.eql({
        nodes: 2,
        namespaces: 1,
        workloads: 3,
        deployments: 1,
        statefulsets: 1,
        daemonsets: 0,
        jobs: 1,
        cronjobs: 0,
        pods: 5,
        running_pods: 3,
        containers: 5,
        running_containers: 4,
        persistent_volumes: 2,
      });
      expect(
        await cluster(`cpu_total_cores::float8, cpu_allocatable_cores::float8, cpu_requested_cores::float8,
        memory_total_bytes, memory_requested_bytes, gpu_total, storage_total_bytes, cpu_used_cores`),
      ).to.eql({
        cpu_total_cores: 16,
        cpu_allocatable_cores: 15,
        cpu_requested_cores: 4,
        memory_total_bytes: String(64 * 2 ** 30),
        memory_requested_bytes: String(16 * 2 ** 30),
        gpu_total: 2,
        storage_total_bytes: String(20 * 2 ** 30),
        cpu_used_cores: null,
      });
    });

    it('prices nodes, pods, workloads, namespaces and volumes', async () => {
      await ingest(0, shop);
      const rate = (table: string, name: string) =>
        one(`select compute_cpu_hourly::text as cpu, compute_ram_hourly::text as ram,
        compute_gpu_hourly::text as gpu from ${table} where name = '${name}'`);
      expect(await rate('nodes', 'n1')).to.eql({ cpu: '0.252888', ram: '0.135584', gpu: '0' });
      expect(await rate('pods', 'web-1')).to.eql({ cpu: '0.031611', ram: '0.016948', gpu: '0' });
      expect(await rate('pods', 'web-2')).to.eql({ cpu: '0', ram: '0', gpu: '0' });
      expect(await rate('pods', 'db-0')).to.eql({ cpu: '0.063222', ram: '0.016948', gpu: '0.95' });
      expect(await rate('workloads', 'web')).to.eql(await rate('pods', 'web-1'));
      expect(await rate('workloads', 'job')).to.eql({ cpu: '0', ram: '0', gpu: '0' });
      expect(await rate('namespaces', 'shop')).to.eql({
        cpu: '0.126444',
        ram: '0.050844',
        gpu: '0.95',
      });
      expect(
        await one(`select
        (select storage_pv_hourly::text from workloads where name = 'db') as workload,
        (select storage_pv_hourly::text from namespaces) as namespace,
        (select storage_pv_hourly::text from clusters) as cluster,
        (select storage_pv_hourly::text from workloads where name = 'web') as other`),
      ).to.eql({ workload: '0.0005479', namespace: '0.0005479', cluster: '0.0010958', other: '0' });
      // 2 nodes and 2 GPUs, less web-1 and db-0: the bare pod has no workload.
      expect(
        await cluster(`run_rate_legacy_hourly::text as bill, workloads_legacy_hourly::text as workloads,
        workloads_all_hourly::text as with_storage, management_hourly, is_compute_partial`),
      ).to.eql({
        bill: '2.676944',
        workloads: '1.078729',
        with_storage: '1.0792769',
        management_hourly: null,
        is_compute_partial: false,
      });
      expect(
        await one(`select workloads_hourly::text as workloads, pods, running_pods,
        cpu_requested_cores::float8 as cores from nodes where name = 'n1'`),
      ).to.eql({ workloads: '0.048559', pods: 3, running_pods: 2, cores: 2 });
    });

    it('sums requests and limits over running and pending pods', async () => {
      await ingest(0, shop);
      expect(
        await one(`select pods, running_pods, containers, service_account_name, status,
        cpu_requested_cores::float8 as requested, cpu_limit_cores::float8 as limit,
        memory_limit_bytes, cpu_used_cores from workloads where name = 'web'`),
      ).to.eql({
        pods: 2,
        running_pods: 1,
        containers: 2,
        service_account_name: 'web',
        status: 'Available',
        requested: 2,
        limit: 2,
        memory_limit_bytes: '1024',
        cpu_used_cores: null,
      });
      expect(
        await one(
          `select cpu_requested_cores::float8 as requested, pods from workloads where name = 'job'`,
        ),
      ).to.eql({ requested: 0, pods: 1 });
      expect(
        await one(
          `select cpu_used_cores::text as cores, memory_used_bytes as bytes from namespaces`,
        ),
      ).to.eql({ cores: '2', bytes: '1024' });
    });

    it('scales the charges of a node whose pods use more than it has', async () => {
      const heavy = (name: string, cores: number) =>
        pod(name, 'n1', {
          containers: [container({ cpu_usage_cores: cores, memory_usage_bytes: 0 })],
        });
      await ingest(0, { nodes: [node('n1')], pods: [heavy('a', 10), heavy('b', 5)] });
      // 15 cores are charged on 7.5: half of each, at 0.031611.
      expect(
        await warehouse.query(
          `select name, compute_cpu_hourly::text as cpu from pods order by name`,
        ),
      ).to.eql([
        { name: 'a', cpu: '0.158055' },
        { name: 'b', cpu: '0.0790275' },
      ]);
    });

    it('has the allocatable of nodes that report usage', async () => {
      const used = { cpu_usage_cores: 1.5, memory_usage_bytes: 2 ** 30 };
      await ingest(0, {
        nodes: [node('n1', used), node('n2'), node('n3', { cpu_usage_cores: 1 })],
      });
      expect(
        await cluster(`cpu_used_cores::float8, measured_allocatable_cores::float8,
        memory_used_bytes, measured_allocatable_bytes`),
      ).to.eql({
        cpu_used_cores: 2.5,
        measured_allocatable_cores: 15,
        memory_used_bytes: String(2 ** 30),
        measured_allocatable_bytes: String(30 * 2 ** 30),
      });
      await ingest(1, { nodes: [node('n1')] });
      expect(await cluster('measured_allocatable_cores, measured_allocatable_bytes')).to.eql({
        measured_allocatable_cores: null,
        measured_allocatable_bytes: null,
      });
    });

    it('weights the use of GPUs by their number', async () => {
      const gpuNode = (name: string, gpus: number, percent?: number) =>
        node(name, {
          gpu_capacity: gpus,
          gpu_allocatable: gpus,
          gpu_model: 'T4',
          gpu_utilization_percent: percent,
        });
      await ingest(0, { nodes: [gpuNode('a', 1, 90), gpuNode('b', 3, 10), gpuNode('c', 4)] });
      expect(await cluster('gpu_utilization_percent::float8 as percent, gpu_models')).to.eql({
        percent: 30,
        gpu_models: ['T4'],
      });
    });

    it('distinguishes an unknown price from 0', async () => {
      const blank = { cpu_capacity_cores: 0, memory_capacity_bytes: 0, gpu_capacity: 0 };
      await ingest(0, {
        nodes: [node('n1'), node('blank', blank)],
        deployments: [deployment('web'), deployment('lost')],
        pods: [
          pod('web-1', 'n1', ownedBy('Deployment', 'web')),
          pod('lost-1', 'blank', ownedBy('Deployment', 'lost')),
        ],
        pvs: [volume('v', 'c', { capacity: 0 })],
        pvcs: [claim('c')],
      });
      const flags = 'is_compute_partial as compute, is_storage_partial as storage';
      expect(
        await cluster(`${flags}, run_rate_legacy_hourly::text as rate, storage_pv_hourly`),
      ).to.eql({
        compute: true,
        storage: true,
        rate: '0.388472',
        storage_pv_hourly: null,
      });
      expect(
        await one(
          `select ${flags}, run_rate_legacy_hourly as rate, run_rate_all_hourly as all
          from workloads where name = 'lost'`,
        ),
      ).to.eql({ compute: true, storage: false, rate: null, all: null });
      expect(
        await one(`select pricing_source, workloads_hourly from nodes where name = 'blank'`),
      ).to.eql({ pricing_source: 'unknown', workloads_hourly: null });
    });

    it('accepts the largest values that an agent can report, and their sums', async () => {
      const [count, bytes] = [2 ** 31 - 1, 2 ** 63];
      const huge = (name: string) =>
        node(name, {
          memory_capacity_bytes: bytes,
          memory_allocatable: bytes,
          memory_usage_bytes: bytes,
          gpu_capacity: count,
          gpu_allocatable: count,
          pod_allocatable: count,
          ephemeral_storage_bytes: bytes,
          gpu_memory_used_bytes: bytes,
          gpu_memory_total_bytes: bytes,
        });
      const big = container({
        memory_request_bytes: bytes,
        memory_limit_bytes: bytes,
        memory_usage_bytes: bytes,
        gpu_request: count,
        restart_count: count,
      });
      const containers = [big, { ...big, name: 'side' }];
      const replicas = { replicas: count, available_replicas: count };
      const lists = {
        nodes: [huge('a'), huge('b'), node('c', { memory_capacity_bytes: 9.2e18 })],
        deployments: [deployment('web', replicas)],
        pods: ['x', 'y'].map((name) =>
          pod(name, 'a', { ...ownedBy('Deployment', 'web'), containers }),
        ),
        pvs: [volume('v', null, { capacity: bytes }), volume('w', null, { capacity: bytes })],
        resource_quotas: [
          { namespace: 'shop', hard: { 'requests.cpu': '9e99', 'requests.memory': '9e99' } },
        ],
      };
      await ingest(0, lists);
      await ingest(1, lists);
      const [most, maxBytes] = [count, String(2n ** 63n - 1n)];
      expect(
        await cluster(`pods_allocatable, gpu_total, gpu_allocatable, memory_total_bytes,
        memory_used_bytes, memory_requested_bytes, storage_total_bytes, restarts_total`),
      ).to.eql({
        pods_allocatable: most,
        gpu_total: most,
        gpu_allocatable: most,
        memory_total_bytes: maxBytes,
        memory_used_bytes: maxBytes,
        memory_requested_bytes: maxBytes,
        storage_total_bytes: maxBytes,
        restarts_total: String(4n * BigInt(count)),
      });
      expect(await one(`select memory_total_bytes as b from nodes where name = 'c'`)).to.eql({
        b: '9200000000000000000',
      });
      expect(await one(`select memory_limit_bytes as b, replicas_desired from workloads`)).to.eql({
        b: maxBytes,
        replicas_desired: count,
      });
      expect(await one(`select gpu_requested as g from pods where name = 'x'`)).to.eql({ g: most });
    });

    it('adds the fee of a managed control plane', async () => {
      await ingest(0, {
        provider: 'aws',
        kubernetes_version: 'v1.33.4-eks-1',
        nodes: [node('n1')],
      });
      expect(
        await cluster('service, management_hourly::text as fee, run_rate_all_hourly::text as all'),
      ).to.eql({ service: 'EKS', fee: '0.1', all: '0.488472' });
    });

    it('assigns pods to their CronJob, and does not count its jobs', async () => {
      await ingest(0, {
        nodes: [node('n1')],
        cronjobs: [workload('nightly', { suspend: true, active_jobs: null })],
        jobs: [workload('nightly-1', { owner_cronjob: 'nightly' })],
        pods: [pod('nightly-1-x', 'n1', ownedBy('CronJob', 'nightly', ''))],
      });
      expect(await present('workloads')).to.eql(['nightly']);
      expect(await one('select kind, is_suspended, pods from workloads')).to.eql({
        kind: 'CronJob',
        is_suspended: true,
        pods: 1,
      });
      expect(await cluster('workloads, jobs, cronjobs')).to.eql({
        workloads: 1,
        jobs: 0,
        cronjobs: 1,
      });
    });

    it('creates workloads for owners that are never listed, except nodes', async () => {
      await ingest(0, {
        nodes: [node('n1')],
        pods: [
          pod('a', 'n1', ownedBy('Rollout', 'rollout')),
          pod('etcd', 'n1', ownedBy('Node', 'n1')),
        ],
      });
      expect(await one('select kind, name, namespace, pods from workloads')).to.eql({
        kind: 'Rollout',
        name: 'rollout',
        namespace: 'shop',
        pods: 1,
      });
      expect(await present('namespaces')).to.eql(['shop']);
    });
  });

  describe('a duplicate or late snapshot', () => {
    it('changes nothing the second time', async () => {
      await ingest(0, shop);
      const before = await warehouse.dump();
      expect(await ingest(0, shop)).to.include({ status: 'duplicate', nodes: 2, pods: 5 });
      expect(await warehouse.dump()).to.equal(before);
      expect(before).to.contain('web-1');
    });

    it('changes nothing if it is not newer than the state', async () => {
      await ingest(5, shop);
      const before = await warehouse.dump();
      expect(await ingest(4)).to.include({ status: 'older' });
      expect(await ingest(5, { snapshot_id: uid('another') })).to.include({ status: 'older' });
      expect(await warehouse.dump()).to.equal(before);
    });

    it('is applied once if it is sent twice concurrently', async () => {
      const results = await Promise.all([ingest(0, shop), ingest(0, shop), ingest(0, shop)]);
      expect(results.map(({ status }) => status).sort()).to.eql([
        'applied',
        'duplicate',
        'duplicate',
      ]);
    });

    it('is treated as late after a week', async () => {
      const week = 7 * 24 * 60;
      await ingest(0);
      await ingest(1);
      await ingest(week + 1);
      expect(await warehouse.query('select snapshot_id from snapshots order by taken_at')).to.eql(
        [1, week + 1].map((minute) => ({ snapshot_id: uid(`snapshot ${minute}`) })),
      );
      expect(await ingest(0)).to.include({ status: 'older' });
    });

    it('of another cluster is a different one', async () => {
      await ingest(0, shop);
      const { db, organizationId } = warehouse;
      const other = await findOrCreateCluster(db, { organizationId, name: 'other' });
      const result = await ingestSnapshot(db, {
        organizationId,
        cluster: other,
        snapshot: sampleSnapshot(0, { nodes: [node('n1')] }),
      });
      expect(result.status).to.equal('applied');
      expect(await warehouse.query('select name, nodes, pods from clusters order by name')).to.eql([
        { name: 'cluster', nodes: 2, pods: 5 },
        { name: 'other', nodes: 1, pods: 0 },
      ]);
    });
  });

  describe('a snapshot that fails', () => {
    it('leaves nothing behind', async () => {
      await ingest(0, shop);
      const before = await warehouse.dump();
      const snapshot = sampleSnapshot(1, { ...shop, nodes: [] });
      // Such a phase cannot be stored, and pods are written after nodes and workloads.
      snapshot.pods[0]!.phase = '\u0000';
      await warehouse.ingest(snapshot).then(
        () => expect.fail('was accepted'),
        (error: unknown) => expect(String(error)).to.match(/Unicode/),
      );
      expect(await warehouse.dump()).to.equal(before);
    });

    it('includes one for an unknown cluster', async () => {
      const { db, organizationId } = warehouse;
      await ingestSnapshot(db, {
        organizationId,
        cluster: { id: uid('none') },
        snapshot: sampleSnapshot(0),
      }).then(
        () => expect.fail('was accepted'),
        (error: unknown) =>
          expect(String(error)).to.equal(
            `UnknownClusterError: The organization has no cluster ${uid('none')}`,
          ),
      );
    });
  });

  describe('a disappeared object', () => {
    it('is marked gone with its last figures, and comes back', async () => {
      await ingest(0, shop);
      const figures = (table: string, name: string) =>
        one(`select run_rate_legacy_hourly::text as rate, gone_at is null as is_there
        from ${table} where name = '${name}'`);
      const { rate } = await figures('workloads', 'web');
      await ingest(1, { nodes: [node('n2')] });
      for (const table of ['namespaces', 'workloads', 'pods', 'persistent_volumes'])
        expect(await present(table), table).to.eql([]);
      expect(await present('nodes')).to.eql(['n2']);
      expect(await figures('workloads', 'web')).to.eql({ rate, is_there: false });
      expect(
        await one(`select gone_at = '2026-07-15T12:01:00Z' as at from pods where name = 'bare'`),
      ).to.eql({ at: true });
      expect(await warehouse.query('select * from containers')).to.eql([]);
      expect(await cluster('nodes, pods, workloads, persistent_volumes')).to.eql({
        nodes: 1,
        pods: 0,
        workloads: 0,
        persistent_volumes: 0,
      });

      await ingest(2, shop);
      expect(await figures('workloads', 'web')).to.eql({ rate, is_there: true });
      expect(await cluster('nodes, pods, workloads, containers')).to.eql({
        nodes: 2,
        pods: 5,
        workloads: 3,
        containers: 5,
      });
    });

    it('is kept and counted while its kind is stale', async () => {
      await ingest(0, shop);
      const rates = `select name, run_rate_all_hourly::text as rate from`;
      const before = await warehouse.query(`${rates} pods order by name`);
      const bill = await cluster('run_rate_all_hourly::text as rate, nodes');
      await ingest(1, {
        ...shop,
        nodes: [],
        deployments: [],
        health: { stale_resources: ['nodes', 'deployments'] },
      });
      expect(await present('nodes')).to.eql(['n1', 'n2']);
      expect(await warehouse.query(`${rates} pods order by name`)).to.eql(before);
      expect(await cluster('run_rate_all_hourly::text as rate, nodes')).to.eql(bill);
      expect(
        await one(`select status, replicas_desired, pods from workloads where name = 'web'`),
      ).to.eql({ status: 'Available', replicas_desired: 1, pods: 2 });

      await ingest(2, { ...shop, pods: [], health: { stale_resources: ['pods'] } });
      expect(await present('pods')).to.have.length(5);
      expect(await cluster('pods, containers, cpu_requested_cores::float8 as cores')).to.eql({
        pods: 5,
        containers: 5,
        cores: 4,
      });
      expect(await one(`select pods from workloads where name = 'web'`)).to.eql({ pods: 2 });

      await ingest(3, { ...shop, pods: [] });
      expect(await present('pods')).to.eql([]);
    });

    it('is gone when a node replaces it under its name, even while nodes are stale', async () => {
      await ingest(0, shop);
      const bill = await cluster('run_rate_all_hourly::text as rate, nodes');
      const replaced = [node('n1', { uid: uid('new n1') })];
      await ingest(1, { ...shop, nodes: replaced, health: { stale_resources: ['nodes'] } });
      expect(await present('nodes')).to.eql(['n1', 'n2']);
      expect(await cluster('run_rate_all_hourly::text as rate, nodes')).to.eql(bill);
      expect(await one(`select sum(seconds)::text as seconds from node_hours`)).to.eql({
        seconds: '120',
      });
    });

    it('lists 256 zones of a cluster at most', async () => {
      const nodes = Array.from({ length: 300 }, (_, nth) =>
        node(`n${nth}`, { zone: `zone-${1000 + nth}` }),
      );
      await ingest(0, { nodes });
      expect(
        await cluster(
          'nodes, cardinality(availability_zones) as zones, availability_zones[256] as last',
        ),
      ).to.eql({ nodes: 300, zones: 256, last: 'zone-1255' });
    });

    it('keeps values derived from nodes while these are stale', async () => {
      const facts = () =>
        cluster(`provider, service, region, k8s_version, availability_zones,
        management_hourly::text as fee, run_rate_all_hourly::text as rate`);
      const pvs = [volume('v', null)];
      const managed = { provider: 'aws', kubernetes_version: 'v1.33.4-eks-1' };
      const aws = { ...managed, nodes: [node('n1')], pvs };
      const blank = { provider: '', region: '', kubernetes_version: '', nodes: [], pvs };
      const health = { stale_resources: ['nodes'] };
      await ingest(0, { ...blank, health });
      expect(await facts()).to.include({ provider: 'on-prem', service: '', fee: null });
      await ingest(1, aws);
      const known = await facts();
      expect(known).to.include({ provider: 'aws', service: 'EKS', region: 'here', fee: '0.1' });
      await ingest(2, { ...blank, health });
      expect(await facts()).to.eql(known);
      expect(await warehouse.query('select distinct provider, region from priced_items')).to.eql([
        { provider: 'aws', region: 'here' },
      ]);
      await ingest(3, blank);
      expect(await facts()).to.include({ provider: 'on-prem', service: '', region: '', fee: null });
    });

    it('is kept if there are no nodes although pods run on them', async () => {
      await ingest(0, shop);
      const bill = await cluster('run_rate_all_hourly::text as rate, nodes');
      await ingest(1, { ...shop, nodes: [] });
      expect(await present('nodes')).to.eql(['n1', 'n2']);
      expect(await cluster('run_rate_all_hourly::text as rate, nodes')).to.eql(bill);
      const waiting = pod('waiting', '', { phase: 'Pending' });
      await ingest(2, { ...shop, nodes: [], pods: [waiting, pod('e', 'n1', { phase: 'Failed' })] });
      expect(await present('nodes')).to.eql([]);
    });

    it('keeps the workload of its pods while ReplicaSets are stale, or a start timed out', async () => {
      const lists = (owner: Record<string, unknown>, ...others: unknown[]) => ({
        nodes: [node('n1')],
        deployments: [deployment('web')],
        pods: [pod('web-1', 'n1', owner), ...others],
      });
      const owners = async () =>
        (await warehouse.query('select workload_kind as kind from pods order by name')).map(
          ({ kind }) => kind,
        );
      const replicaSet = ownedBy('ReplicaSet', 'web-abc');
      await ingest(0, lists(ownedBy('Deployment', 'web')));
      const health = { stale_resources: ['replicasets'] };
      await ingest(1, { ...lists(replicaSet, pod('web-2', 'n1', replicaSet)), health });
      expect(await owners()).to.eql(['Deployment', 'ReplicaSet']);
      expect(await one(`select pods from workloads where name = 'web'`)).to.eql({ pods: 1 });
      await ingest(2, {
        ...lists(replicaSet),
        health: { error_codes: ['INFORMER_SYNC_TIMEOUT'] },
      });
      expect((await owners())[0]).to.equal('Deployment');
      await ingest(3, lists(replicaSet));
      expect((await owners())[0]).to.equal('ReplicaSet');
    });

    it('is kept if a whole kind is missing after a start that timed out', async () => {
      await ingest(0, shop);
      const health = { error_codes: ['INFORMER_SYNC_TIMEOUT'] };
      await ingest(1, { ...shop, pods: [], nodes: [node('n1')], health });
      expect(await present('pods')).to.have.length(5);
      expect(await present('nodes')).to.eql(['n1']);
      await ingest(2, { ...shop, pods: [], nodes: [node('n1')] });
      expect(await present('pods')).to.eql([]);
    });

    it('keeps quotas, autoscalers and CronJobs while these are stale', async () => {
      const lists = {
        namespaces: [{ name: 'shop' }],
        nodes: [node('n1')],
        deployments: [deployment('web')],
        hpas: [{ namespace: 'shop', target_kind: 'Deployment', target_name: 'web' }],
        resource_quotas: [{ namespace: 'shop', hard: { cpu: '4' } }],
        cronjobs: [workload('nightly', { suspend: false, active_jobs: null })],
        pods: [pod('x', 'n1', ownedBy('CronJob', 'nightly', ''))],
      };
      const figures = () =>
        one(`select (select cpu_quota_cores::text from namespaces) as quota,
        (select cronjobs from namespaces) as cronjobs,
        (select has_hpa from workloads where name = 'web') as has_hpa,
        (select hpa_cpu_targets from workloads where name = 'web') as targets,
        (select pods from workloads where name = 'nightly') as pods`);
      await ingest(0, lists);
      const known = { quota: '4', cronjobs: 1, has_hpa: true, targets: { '': 80 }, pods: 1 };
      expect(await figures()).to.eql(known);
      const missing = { ...lists, hpas: [], resource_quotas: [], cronjobs: [] };
      const health = { stale_resources: ['hpas', 'resourcequotas', 'cronjobs'] };
      await ingest(1, { ...missing, health });
      expect(await figures()).to.eql(known);
      await ingest(2, { ...missing, pods: [] });
      expect(await figures()).to.eql({
        quota: null,
        cronjobs: 0,
        has_hpa: false,
        targets: {},
        pods: 1,
      });
    });
  });

  describe('out-of-memory kills', () => {
    let minute = 0;
    const kills = async (change: Record<string, unknown>, other: Record<string, unknown> = {}) => {
      await ingest(minute++, {
        nodes: [node('n1')],
        deployments: [deployment('web')],
        pods: [
          pod('web-1', 'n1', {
            ...ownedBy('Deployment', 'web'),
            containers: [container(change), container({ name: 'side', ...other })],
          }),
        ],
      });
      const row = await one(`select
      (select oom_kills_total from containers where name = 'main')::int as container,
      (select oom_kills_total from pods)::int as pod,
      (select oom_kills_total from workloads)::int as workload,
      (select oom_kills_total from clusters)::int as cluster`);
      expect([row.pod, row.workload, row.cluster]).to.eql(Array.from({ length: 3 }, () => row.pod));
      if (Object.keys(other).length === 0) expect(row.container).to.equal(row.pod);
      return row.pod;
    };
    const restarted = (restartCount: number, lastTerminationReason = 'OOMKilled') => ({
      restart_count: restartCount,
      last_termination_reason: lastTerminationReason,
    });
    const ended = (restartCount: number, stateReason: string) => ({
      restart_count: restartCount,
      state: 'terminated',
      state_reason: stateReason,
    });

    it('count when restarts grew and the last reason is one', async () => {
      expect(await kills({})).to.equal(0);
      expect(await kills(restarted(1))).to.equal(1);
      expect(await kills(restarted(1))).to.equal(1);
      expect(await kills(restarted(4))).to.equal(2);
      expect(await kills(restarted(5, 'Error'))).to.equal(2);
    });

    it('count once at first sight, if there was one', async () => {
      expect(await kills(restarted(7), restarted(0))).to.equal(1);
      expect(await kills(restarted(7), restarted(0))).to.equal(1);
    });

    it('count once whether seen before or after the restart', async () => {
      expect(await kills({})).to.equal(0);
      expect(await kills(ended(0, 'OOMKilled'))).to.equal(1);
      expect(await kills(ended(0, 'OOMKilled'))).to.equal(1);
      expect(await kills(restarted(1))).to.equal(1);
      expect(await kills(restarted(2))).to.equal(2);
      expect(await kills(ended(2, 'Completed'))).to.equal(2);
      expect(await kills(restarted(3, 'Completed'))).to.equal(2);
    });

    it('count once in a crash loop before the restart', async () => {
      const waiting = { state: 'waiting', state_reason: 'CrashLoopBackOff' };
      expect(await kills({})).to.equal(0);
      expect(await kills({ ...restarted(0), ...waiting })).to.equal(1);
      expect(await kills(restarted(1))).to.equal(1);
      expect(await kills({ ...restarted(1), ...waiting })).to.equal(2);
      expect(await kills(restarted(2))).to.equal(2);
    });

    it('are stored with the previous memory request', async () => {
      const memory = (request: number, limit: number) => ({
        memory_request_bytes: request,
        memory_limit_bytes: limit,
      });
      const killedAt = async (change: Record<string, unknown>) => {
        await kills(change);
        const row = await one(`select oom_killed_memory_requested_bytes as request,
          oom_killed_memory_limit_bytes as limit from containers where name = 'main'`);
        return [row.request, row.limit];
      };
      expect(await killedAt(memory(100, 200))).to.eql([null, null]);
      expect(await killedAt({ ...restarted(1), ...memory(100, 200) })).to.eql(['100', '200']);
      expect(await killedAt({ ...restarted(1), ...memory(150, 300) })).to.eql(['100', '200']);
      expect(await killedAt({ ...restarted(2, 'Error'), ...memory(150, 300) })).to.eql([
        '100',
        '200',
      ]);
      expect(await killedAt({ ...restarted(3), ...memory(400, 0) })).to.eql(['150', '300']);
      expect(await killedAt({ ...restarted(4), ...memory(400, 0) })).to.eql(['400', '0']);
    });

    it('are stored with the time of the first report', async () => {
      const killedAt = async (change: Record<string, unknown>) => {
        await kills(change);
        const row = await one(`select oom_killed_at, pods.last_seen_at
          from containers join pods on pods.cluster_id = containers.cluster_id and pods.uid = pod_uid
          where containers.name = 'main'`);
        return [row.oom_killed_at, row.last_seen_at];
      };
      expect((await killedAt(restarted(1)))[0]).to.equal(null);
      const [second, seen] = await killedAt(restarted(2));
      expect(second).to.eql(seen);
      expect((await killedAt(restarted(3, 'Error')))[0]).to.eql(second);
      const [fourth, last] = await killedAt(restarted(4));
      expect(fourth).to.eql(last).and.not.to.eql(second);
    });

    it('are stored with the current request on first sight', async () => {
      await kills({ ...restarted(1), memory_request_bytes: 100, memory_limit_bytes: 0 });
      expect(
        await one(`select oom_killed_memory_requested_bytes as request,
          oom_killed_memory_limit_bytes as limit from containers where name = 'main'`),
      ).to.eql({ request: '100', limit: '0' });
    });

    it('are kept if the restart count falls', async () => {
      expect(await kills(restarted(3))).to.equal(1);
      expect(await kills(restarted(0, ''))).to.equal(1);
      expect(await kills(restarted(1))).to.equal(2);
    });
  });

  it('ends when the cluster is retired, until it reports again; its history stays', async () => {
    const { db, organizationId, clusterId } = warehouse;
    const report = (minute: number) =>
      ingestSnapshot(db, {
        organizationId,
        cluster: { id: clusterId },
        snapshot: sampleSnapshot(minute, shop),
        foldWithinMs: 3_600_000,
      });
    for (const minute of [0, 1, 2]) await report(minute);
    const { last_seen_at: lastSeenAt } = await cluster('last_seen_at');
    await warehouse.query(`insert into recommendations (organization_id, cluster_id, resource_type,
        resource_uid, resource_name, namespace, title, risk_level, estimated_savings_hourly)
      values ('${organizationId}', '${clusterId}', 'Deployment', '${uid('web')}', 'web', 'shop',
        'Smaller requests', 'low', 0.1)`);
    for (let times = 1; times <= 2; times += 1) {
      await db.transaction().execute((tx) => disconnectCluster(tx, { organizationId, clusterId }));
      expect(
        await cluster(`status, last_seen_at, region, nodes, pods, cpu_total_cores::integer as cores,
          run_rate_all_hourly::integer as rate, workloads_all_hourly::integer as workloads`),
      ).to.eql({
        status: 'disconnected',
        last_seen_at: lastSeenAt,
        region: 'here',
        nodes: 0,
        pods: 0,
        cores: 0,
        rate: 0,
        workloads: 0,
      });
    }
    for (const table of ['nodes', 'pods', 'namespaces', 'workloads', 'persistent_volumes']) {
      expect(await present(table)).to.eql([]);
    }
    const counts = `(select count(*)::integer from team_assignments) as assignments,
      (select sum(seconds)::integer from cluster_days) as seconds,
      (select status from recommendations) as recommendation`;
    expect(await one(`select ${counts}`)).to.eql({
      assignments: 0,
      seconds: 120,
      recommendation: 'archived',
    });
    expect(await report(3).catch((error: unknown) => error)).to.be.instanceOf(UnknownClusterError);

    const found = await findOrCreateCluster(db, { organizationId, name: 'cluster' });
    expect(found).to.include({ id: clusterId, wasDisconnected: true });
    expect((await report(4)).status).to.equal('applied');
    expect(await cluster('status, nodes')).to.eql({ status: 'active', nodes: 2 });
    expect(await one(`select ${counts}`)).to.include({ assignments: 1 });
  });

  describe('finding a cluster', () => {
    const find = (name: string, environment?: string) => {
      const { db, organizationId } = warehouse;
      return findOrCreateCluster(db, {
        organizationId,
        name,
        ...(environment === undefined ? {} : { environment }),
      });
    };
    const refusal = (attempt: Promise<unknown>) =>
      attempt.then(
        () => expect.fail('was accepted'),
        (error: unknown) => (error as Error).message,
      );

    it('creates it once, pending and in production by default', async () => {
      const made = await find('edge');
      expect(made).to.include({ name: 'edge', isNew: true });
      expect(await find('edge')).to.eql({ ...made, isNew: false });
      expect(await one(`select status, environment from clusters where name = 'edge'`)).to.eql({
        status: 'pending',
        environment: 'production',
      });
      await find('edge', 'staging');
      await find('edge');
      expect(await one(`select environment from clusters where name = 'edge'`)).to.eql({
        environment: 'staging',
      });
    });

    it('rejects an unknown environment or organization, and an invalid name', async () => {
      expect(await refusal(find('edge', 'prod'))).to.equal(
        '"prod" is not an environment; it is one of production, non-production, staging, dev',
      );
      expect(await refusal(find(' '))).to.equal('A cluster needs a name that is not empty');
      const organizationId = uid('nobody');
      expect(
        await refusal(findOrCreateCluster(warehouse.db, { organizationId, name: 'edge' })),
      ).to.equal(`There is no organization ${organizationId}`);
      expect(await present('clusters').catch(() => null)).to.equal(null);
      expect(await warehouse.query('select name from clusters')).to.eql([{ name: 'cluster' }]);
    });
  });
});
