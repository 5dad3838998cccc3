import { expect } from 'chai';
import { describeSnapshot } from '../src/describe/snapshot.ts';
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
import { shippedPrices } from './shipped-prices.ts';

const clusterId = uid('cluster');
const described = (lists: Record<string, unknown>) =>
  describeSnapshot(sampleSnapshot(0, lists), clusterId, shippedPrices);
const nodeRow = (change: Record<string, unknown>) =>
  described({ nodes: [node('n', change)] }).nodes[0]!;

describe('a node', () => {
  it('has one of the four capacity types', () => {
    const type = (capacityType: string, labels: unknown = null) => {
      const row = nodeRow({ capacity_type: capacityType, labels });
      return `${row.capacity_type}${row.is_spot ? ' (spot)' : ''}`;
    };
    expect(['', 'on-demand', 'fargate', 'odd', 'constructor'].map((each) => type(each))).to.eql(
      Array.from({ length: 5 }, () => 'on-demand'),
    );
    expect([type('spot'), type('preemptible')]).to.eql(['spot (spot)', 'spot (spot)']);
    expect(type('reserved')).to.equal('reserved');
    const pool = { 'karpenter.sh/nodepool': 'general' };
    expect([type('', pool), type('spot', pool)]).to.eql(['karpenter', 'spot (spot)']);
  });

  it('has the roles from its labels', () => {
    const labels = {
      'node-role.kubernetes.io/worker': '',
      'node-role.kubernetes.io/control-plane': '',
    };
    expect(nodeRow({ labels }).node_role).to.equal('control-plane,worker');
    expect(nodeRow({}).node_role).to.equal('');
  });

  it('has roles and a GPU model from labels that are cut between two characters', () => {
    const role = (name: string) => `node-role.kubernetes.io/${name}`;
    const [one, other] = ['a'.repeat(290), 'b'.repeat(220)];
    const gpuModel = 'x'.repeat(511);
    const labels = {
      [role(one)]: '',
      [role(`${other}💰`)]: '',
      'nvidia.com/gpu.product': `${gpuModel}💰`,
    };
    const expected = { node_role: `${one},${other}`, gpu_model: gpuModel };
    expect(nodeRow({ labels })).to.include(expected);
  });

  it('has the list price of its own provider, not the default rates', () => {
    const listed = { instance_type: 'm6i.large', region: 'eu-west-1' };
    const aws = nodeRow({ ...listed, provider_id: 'aws:///eu-west-1a/i-0abc' });
    expect([aws.pricing_source, aws.on_demand_equivalent_hourly]).to.eql(['price_book', '0.107']);
    const windows = { ...listed, provider_id: 'aws:///x', os: 'windows' };
    expect(nodeRow(windows).pricing_source).to.equal('default_rates');
    for (const scheme of ['constructor', '__proto__'])
      expect(nodeRow({ ...listed, provider_id: `${scheme}://x` }).pricing_source).to.equal(
        'default_rates',
      );
    expect(nodeRow({ ...listed, provider_id: 'kind://x' }).pricing_source).to.equal(
      'default_rates',
    );
  });

  it('without a creation time has none', () => {
    expect(nodeRow({ creation_timestamp: -62135596800000 }).created_at_k8s).to.equal(null);
  });
});

describe('a cluster', () => {
  const cluster = (change: Record<string, unknown>) => {
    const { provider, service, management_hourly } = described(change).cluster;
    return [provider, service, management_hourly];
  };

  it('is on premises unless the agent knows the provider', () => {
    expect(cluster({ provider: '' })).to.eql(['on-prem', '', null]);
    expect(cluster({ provider: 'on-prem' })).to.eql(['on-prem', '', null]);
    expect(cluster({ provider: 'aws' })).to.eql(['aws', '', null]);
  });

  it('has the provider and region of most nodes, or of those at the provider of its service', () => {
    const at = (providerId: string, region: string) =>
      node(providerId + region, { provider_id: `${providerId}://x`, region });
    const site = [at('eks-hybrid', 'site'), at('other', 'site'), at('third', 'site')];
    const cloud = [at('aws', 'us-east-1'), at('aws', 'eu-west-1')];
    const where = (nodes: object[], kubernetesVersion = '') =>
      [nodes, nodes.toReversed()].map((each, index) => {
        const first = { provider: index === 0 ? '' : 'aws', region: `region ${index}` };
        const lists = { ...first, kubernetes_version: kubernetesVersion, nodes: each };
        const { provider, region, management_hourly } = described(lists).cluster;
        return [provider, region, management_hourly].join(' ');
      });
    const twice = (text: string) => [text, text];
    expect(where([...site, ...cloud])).to.eql(twice('on-prem site '));
    expect(where([...site, ...cloud], 'v1.33.4-eks-1')).to.eql(twice('aws eu-west-1 0.1'));
    const another = { ...at('aws', 'us-east-1'), name: 'another', uid: uid('another') };
    expect(where([...cloud, another])).to.eql(twice('aws us-east-1 '));
  });

  it('is a managed service by its version or the labels of its nodes', () => {
    const version = (provider: string, kubernetesVersion: string) =>
      cluster({ provider, kubernetes_version: kubernetesVersion });
    expect(version('aws', 'v1.33.4-eks-abc123')).to.eql(['aws', 'EKS', '0.1']);
    expect(version('gcp', 'v1.33.4-gke.1036000')).to.eql(['gcp', 'GKE', '0.1']);
    const ofNodes = (kubeletVersion: string, kubernetesVersion?: string) =>
      cluster({
        provider: 'aws',
        kubernetes_version: kubernetesVersion,
        nodes: [node('n', { kubelet_version: kubeletVersion })],
      })[1];
    expect(ofNodes('v1.33.4-eks-abc123')).to.equal('EKS');
    expect(ofNodes('v1.33.4-gke.1036000', '')).to.equal('GKE');
    expect(ofNodes('v1.33.4-eks-abc123', 'v1.33.4')).to.equal('');
    const labelled = (key: string) => ({ nodes: [node('n', { labels: { [key]: 'x' } })] });
    expect(cluster({ provider: 'azure', ...labelled('kubernetes.azure.com/agentpool') })).to.eql([
      'azure',
      'AKS',
      null,
    ]);
    expect(cluster(labelled('cloud.google.com/gke-nodepool'))[1]).to.equal('GKE');
    expect(cluster(labelled('eks.amazonaws.com/nodegroup'))[1]).to.equal('EKS');
  });
});

describe('the workload of a pod', () => {
  const describeOwner = (owner: Record<string, unknown>, lists: Record<string, unknown> = {}) => {
    const row = described({ pods: [pod('p', '', owner)], ...lists }).pods[0]!;
    return [row.workload_uid, row.workload_kind, row.workload_name];
  };
  const cronjobs = [workload('nightly', { suspend: false, active_jobs: null })];
  const jobs = [workload('nightly-1', { owner_cronjob: 'nightly' })];

  it('is its owner, or none for bare and static pods', () => {
    expect(describeOwner(ownedBy('Deployment', 'd'))).to.eql([uid('d'), 'Deployment', 'd']);
    expect(describeOwner({})).to.eql([null, '', '']);
    expect(describeOwner(ownedBy('Node', 'n', 'not-a-uuid'))).to.eql([null, '', '']);
  });

  it('is the CronJob, in every form that the agent reports', () => {
    const nightly = [uid('nightly'), 'CronJob', 'nightly'];
    expect(describeOwner(ownedBy('CronJob', 'nightly'), { cronjobs })).to.eql(nightly);
    expect(describeOwner(ownedBy('CronJob', 'nightly', ''), { cronjobs })).to.eql(nightly);
    expect(
      describeOwner(ownedBy('CronJob', 'nightly', uid('nightly-1')), { cronjobs, jobs }),
    ).to.eql(nightly);
    expect(describeOwner(ownedBy('Job', 'nightly-1'), { cronjobs, jobs })).to.eql(nightly);
  });

  it('is one for all jobs of a CronJob that is not listed', () => {
    const more = [...jobs, workload('nightly-2', { owner_cronjob: 'nightly' })];
    const [first, second] = ['nightly-1', 'nightly-2'].map(
      (job) => describeOwner(ownedBy('CronJob', 'nightly', uid(job)), { jobs: more })[0],
    );
    expect(first).to.equal(second);
    expect(first).not.to.be.oneOf([uid('nightly-1'), null]);
  });

  it('is derived from its pods if the kind is never listed', () => {
    const { full, nameOnly } = described({
      pods: [
        pod('a', '', { ...ownedBy('Rollout', 'r'), phase: 'Pending' }),
        pod('b', '', ownedBy('Rollout', 'r')),
        pod('c', '', ownedBy('StatefulSet', 'gone')),
        pod('d', ''),
      ],
    }).workloads;
    expect(full.map(({ kind, name, status }) => [kind, name, status])).to.eql([
      ['Rollout', 'r', 'Running'],
    ]);
    expect(nameOnly.map(({ kind, name }) => [kind, name])).to.eql([['StatefulSet', 'gone']]);
  });

  it('has the same namespace in any order of its pods, if it is derived from them', () => {
    const pods = ['b', 'a', 'c'].map((namespace) =>
      pod(namespace, '', { ...ownedBy('Operator', 'o'), namespace }),
    );
    for (const list of [pods, pods.toReversed()])
      expect(described({ pods: list }).workloads.full[0]?.namespace).to.equal('a');
  });
});

describe('the status of a workload', () => {
  const state = (lists: Record<string, unknown>) => {
    const { status, status_reason, is_suspended, is_paused, has_hpa } =
      described(lists).workloads.full[0]!;
    return { status, status_reason, is_suspended, is_paused, has_hpa };
  };
  const plain = { status_reason: '', is_suspended: false, is_paused: false, has_hpa: false };

  it('is that of its conditions for a Deployment', () => {
    const of = (change: Record<string, unknown>) =>
      state({ deployments: [deployment('d', change)] });
    expect(of({})).to.eql({
      ...plain,
      status: 'Available',
      status_reason: 'MinimumReplicasAvailable',
    });
    const down = { type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable' };
    const rolling = { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated' };
    const stuck = { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' };
    expect(of({ conditions: [down, rolling] }).status).to.equal('Progressing');
    expect(of({ conditions: [down, stuck] })).to.include({
      status: 'Unavailable',
      status_reason: 'MinimumReplicasUnavailable',
    });
    expect(of({ conditions: null, replicas: 3, available_replicas: 1 }).status).to.equal(
      'Degraded',
    );
    expect(of({ paused: true }).is_paused).to.equal(true);
  });

  it('is that of its replicas for a StatefulSet and a DaemonSet', () => {
    const set = (replicas: number, availableReplicas: number) =>
      state({ statefulsets: [workload('s', { replicas, available_replicas: availableReplicas })] })
        .status;
    expect([set(0, 0), set(2, 2), set(2, 1), set(2, 0)]).to.eql([
      'Available',
      'Available',
      'Degraded',
      'Unavailable',
    ]);
    const row = described({
      daemonsets: [workload('d', { desired_number_scheduled: 3, number_ready: 2 })],
    }).workloads.full[0]!;
    expect([row.status, row.replicas_available, row.replicas_unavailable]).to.eql([
      'Degraded',
      2,
      1,
    ]);
  });

  it('is that of its conditions for a Job, and its schedule for a CronJob', () => {
    const job = (type: string, active = 0) => {
      const conditions = [{ type, status: 'True', reason: 'R' }];
      return state({ jobs: [workload('j', { owner_cronjob: '', active, conditions })] });
    };
    expect(job('Complete')).to.eql({ ...plain, status: 'Complete', status_reason: 'R' });
    expect(job('Failed').status).to.equal('Failed');
    expect(job('Suspended')).to.include({ status: 'Suspended', is_suspended: true });
    expect([job('', 1).status, job('').status]).to.eql(['Running', 'Pending']);
    const cron = (suspend: boolean, activeJobs: string[] | null) =>
      state({ cronjobs: [workload('c', { suspend, active_jobs: activeJobs })] });
    expect(cron(true, null)).to.eql({ ...plain, status: 'Suspended', is_suspended: true });
    expect([cron(false, null).status, cron(false, ['x']).status]).to.eql(['Scheduled', 'Running']);
  });

  it('has the autoscalers that target it', () => {
    const hpa = (targetKind: string, namespace = 'shop') =>
      state({
        deployments: [deployment('d')],
        hpas: [{ namespace, target_kind: targetKind, target_name: 'd' }],
      }).has_hpa;
    expect([hpa('Deployment'), hpa('StatefulSet'), hpa('Deployment', 'other')]).to.eql([
      true,
      false,
      false,
    ]);
  });

  it('has the CPU target of its autoscalers, per container or for the pod', () => {
    const targets = (...metrics: (Record<string, string>[] | null | undefined)[]) =>
      described({
        deployments: [deployment('d')],
        hpas: metrics.map((each) => ({
          namespace: 'shop',
          target_kind: 'Deployment',
          target_name: 'd',
          ...(each !== undefined && { metrics: each }),
        })),
      }).workloads.full[0]?.hpa_cpu_targets;
    const cpu = { type: 'Resource', resource_name: 'cpu', container_name: '' };
    const percent = (value: string) => ({ target_type: 'Utilization', target_value: value });
    const ofApi = { ...cpu, type: 'ContainerResource', container_name: 'api' };
    expect(targets()).to.eql({});
    expect(targets([{ ...cpu, ...percent('70') }])).to.eql({ '': 70 });
    expect(
      targets([
        { ...ofApi, ...percent('60') },
        { ...cpu, ...percent('75') },
      ]),
    ).to.eql({
      api: 60,
      '': 75,
    });
    expect(targets([{ ...cpu, ...percent('70') }], [{ ...cpu, ...percent('65') }])).to.eql({
      '': 65,
    });
    for (const name of ['constructor', '__proto__']) {
      const found = targets([{ ...ofApi, container_name: name, ...percent('60') }]);
      expect(Object.entries(found ?? {})).to.eql([[name, 60]]);
    }
    const others: Record<string, string>[] = [
      { ...cpu, target_type: 'AverageValue', target_value: '500m' },
      { ...cpu, ...percent('70'), resource_name: 'memory' },
      { type: 'External', metric_name: 'queue', target_type: 'Value', target_value: '5' },
      { ...cpu, ...percent('') },
      { ...cpu, ...percent('a lot') },
    ];
    expect(targets(others)).to.eql({});
    // Kubernetes sets this where nothing is named.
    expect([targets(undefined), targets(null), targets([])]).to.eql(Array(3).fill({ '': 80 }));
  });
});

describe('a volume', () => {
  const statefulsets = [
    workload('db', { replicas: 1, available_replicas: 1, volume_claim_templates: ['data'] }),
  ];
  const belongsTo = (lists: Record<string, unknown>) => {
    const row = described({ statefulsets, ...lists }).volumes[0]!;
    return [row.claim_namespace, row.claim_name, row.workload_uid];
  };

  it('belongs to its claim, and to the StatefulSet that made the claim', () => {
    const of = (name: string) => belongsTo({ pvs: [volume('v', name)], pvcs: [claim(name)] });
    expect(of('data-db-0')).to.eql(['shop', 'data-db-0', uid('db')]);
    for (const name of ['data-db', 'data-db-x', 'data-db-0-1', 'other-db-0'])
      expect(of(name)).to.eql(['shop', name, null]);
  });

  it('belongs to the StatefulSet of a pod that the claim is named after', () => {
    const named = 'data-oddly-named';
    expect(
      belongsTo({
        pvs: [volume('v', named)],
        pvcs: [claim(named)],
        pods: [pod('oddly-named', '', ownedBy('StatefulSet', 'db'))],
      }),
    ).to.eql(['shop', named, uid('db')]);
  });

  it('is found quickly however many templates and pods a StatefulSet has', () => {
    const names = Array.from({ length: 4_000 }, (_, nth) => `${'x'.repeat(240)}${nth}`);
    const pods = names.map((name) => pod(name, '', ownedBy('StatefulSet', 'many')));
    const many = workload('many', {
      replicas: 1,
      available_replicas: 1,
      volume_claim_templates: names,
    });
    const named = `${names[7]}-${names[9]}`;
    expect(
      belongsTo({
        pvs: [volume('v', named)],
        pvcs: [claim(named)],
        statefulsets: [many],
        pods,
      }),
    ).to.eql(['shop', named, uid('many')]);
  });

  it('belongs to nobody when its claim is gone', () => {
    const lost = { pvs: [volume('v', 'data-db-0')], pvcs: [claim('other')] };
    expect(belongsTo(lost)).to.eql([null, null, null]);
    const released = volume('v', 'data-db-0', { phase: 'Released' });
    expect(belongsTo({ pvs: [released], pvcs: [claim('data-db-0')] })).to.eql([null, null, null]);
    expect(belongsTo({ pvs: [volume('v', null)], pvcs: [] })).to.eql([null, null, null]);
  });

  it('keeps its claim while the list of claims is stale or empty', () => {
    const stale = { pvcs: [claim('other')], health: { stale_resources: ['pvcs'] } };
    for (const lists of [stale, { pvcs: [] }])
      expect(belongsTo({ pvs: [volume('v', 'c')], ...lists })).to.eql(['shop', 'c', null]);
  });
});

describe('a namespace', () => {
  it('has the smallest of its quotas, under either name', () => {
    const { full } = described({
      namespaces: [{ name: 'shop' }, { name: 'free' }],
      resource_quotas: [
        { namespace: 'shop', hard: { 'requests.cpu': '4', memory: '8Gi', pods: '3' } },
        { namespace: 'shop', hard: { cpu: '3500m', 'requests.memory': '1e10' } },
        { namespace: 'shop', hard: null },
      ],
    }).namespaces;
    expect(full.map((row) => [row.name, row.cpu_quota_cores, row.memory_quota_bytes])).to.eql([
      ['shop', '3.5', '8589934592'],
      ['free', null, null],
    ]);
  });

  it('has the uid that a report carries', () => {
    const uids = [uid('shop'), undefined, null, '', 'none'];
    const { full } = described({
      namespaces: uids.map((each, index) => ({ name: `n${index}`, uid: each })),
    }).namespaces;
    expect(full.map(({ uid_k8s }) => uid_k8s)).to.eql([uid('shop'), null, null, null, null]);
  });

  it('exists if it has resources, even if it is not listed', () => {
    const { full, nameOnly } = described({
      namespaces: [{ name: 'listed' }],
      pods: [pod('p', '', { namespace: 'of-pod' })],
      deployments: [deployment('d', { namespace: 'of-workload' })],
    }).namespaces;
    expect(full.map(({ name }) => name)).to.eql(['listed']);
    expect(nameOnly.map(({ name }) => name)).to.have.members(['of-pod', 'of-workload']);
  });
});

describe('the figures of a pod', () => {
  const measured = { cpu_usage_cores: 2, memory_usage_bytes: 1024 };
  const figures = (change: Record<string, unknown>, lists: Record<string, unknown> = {}) => {
    const row = described({ nodes: [node('n')], pods: [pod('p', 'n', change)], ...lists }).pods[0]!;
    return [row.cpu_used_cores, row.compute_cpu_hourly, row.is_compute_partial];
  };

  it('include usage of running containers only on running pods', () => {
    const containers = [container(measured)];
    expect(figures({ containers })).to.eql(['2', '0.063222', false]);
    const ended = [container({ ...measured, state: 'terminated' })];
    expect(figures({ containers: ended })).to.eql([null, '0.031611', false]);
    expect(figures({ containers, phase: 'Failed' })).to.eql([null, '0', false]);
    const noMetrics = { summary: { metrics_available: false } };
    expect(figures({ containers }, noMetrics)).to.eql([null, '0.031611', false]);
  });

  it('include usage of containers although a report without nodes has no metrics', () => {
    const measured = container({ cpu_usage_cores: 0.5 });
    const used = (nodes: unknown[]) =>
      described({
        nodes,
        pods: [pod('p', 'n', { containers: [measured, container({ name: 'new' })] })],
        summary: { metrics_available: false },
      }).pods.map(({ cpu_used_cores }) => cpu_used_cores);
    expect(used([])).to.eql(['0.5']);
    expect(used([node('n')])).to.eql([null]);
  });

  it('have no cost if the node is unknown', () => {
    expect(figures({ node_name: 'elsewhere' })).to.eql([null, null, true]);
    expect(figures({ node_name: 'elsewhere', phase: 'Succeeded' })).to.eql([null, '0', false]);
  });

  it('do not depend on the order of the list', () => {
    const third = { labels: null, containers: [container({ cpu_request_cores: 7 / 3 })] };
    const pods = ['a', 'b', 'c', 'd', 'e'].map((name) => pod(name, 'n', third));
    const costs = (list: unknown[]) =>
      Object.fromEntries(
        described({ nodes: [node('n')], pods: list }).pods.map((row) => [
          row.name,
          row.compute_cpu_hourly,
        ]),
      );
    expect(costs(pods.toReversed())).to.eql(costs(pods));
  });
});
