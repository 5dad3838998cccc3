import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  containerOf,
  environmentOf,
  find,
  needsHelm,
  ofKind,
  podMakers,
  render,
  repository,
  type Resource,
} from './support/helm.ts';

const all = { files: ['everything.yaml'] };

describe('the chart: its pods', function () {
  this.timeout(60_000);
  before(needsHelm);

  it('runs two pods of the API and two receivers, which may not go at once', () => {
    const resources = render();
    for (const component of ['api', 'receiver']) {
      const name = `costs-costplane-${component}`;
      const { spec } = find(resources, 'Deployment', name);
      expect(spec.replicas).to.equal(2);
      expect(spec.strategy.rollingUpdate).to.eql({ maxSurge: 1, maxUnavailable: 0 });
      const budget = find(resources, 'PodDisruptionBudget', name).spec;
      expect(budget.maxUnavailable).to.equal(1);
      expect(budget.selector).to.eql(spec.selector);
      expect(spec.template.metadata.labels).to.include(spec.selector.matchLabels);
    }
  });

  it('keeps pods of one kind on different nodes and in different zones, if it can', () => {
    for (const deployment of ofKind(render(), 'Deployment')) {
      const { affinity, topologySpreadConstraints } = deployment.spec.template.spec;
      const [{ podAffinityTerm: term }] =
        affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution;
      expect(term.topologyKey).to.equal('kubernetes.io/hostname');
      expect(term.labelSelector).to.eql(deployment.spec.selector);
      const [constraint] = topologySpreadConstraints;
      expect(constraint.topologyKey).to.equal('topology.kubernetes.io/zone');
      expect(constraint.labelSelector).to.eql(deployment.spec.selector);
    }
  });

  it('takes affinity and spread instead of its own', () => {
    const { spec } = find(render(all), 'Deployment', 'finops-api').spec.template;
    expect(spec.affinity).to.have.all.keys('nodeAffinity');
    expect(spec.topologySpreadConstraints[0].whenUnsatisfiable).to.equal('DoNotSchedule');
  });

  it('confines every pod: no root, no writable root, no capability, no token', () => {
    const makers = podMakers(render(all));
    expect(makers.map(({ metadata }) => metadata.name)).to.have.members(
      ['api', 'receiver', 'migration', 'toolbox'].map((component) => `finops-${component}`),
    );
    for (const maker of makers) {
      const pod = maker.spec.template.spec;
      expect(pod.automountServiceAccountToken).to.equal(false);
      expect(pod.enableServiceLinks).to.equal(false);
      expect(pod.securityContext).to.deep.include({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(pod.securityContext.runAsUser).to.be.greaterThan(0);
      expect(containerOf(maker).securityContext).to.eql({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(pod.containers).to.have.length(1);
    }
  });

  it('gives every container requests, a limit of memory, and a /tmp of limited size', () => {
    for (const maker of podMakers(render({ set: { 'toolbox.enabled': 'true' } }))) {
      const { resources, volumeMounts } = containerOf(maker);
      expect(resources.requests).to.have.all.keys('cpu', 'memory');
      expect(resources.limits.memory).to.be.a('string');
      expect(volumeMounts).to.deep.include({ name: 'tmp', mountPath: '/tmp' });
      expect(maker.spec.template.spec.volumes).to.deep.include({
        name: 'tmp',
        emptyDir: { sizeLimit: '64Mi' },
      });
    }
  });

  it('gives the receiver the memory that its workers may take, each for a report', () => {
    const { args, resources } = containerOf(
      find(render(), 'Deployment', 'costs-costplane-receiver'),
    );
    const { cpu, memory } = resources.limits;
    const [, largest] = /--max-snapshot-bytes (\d+)/.exec(args.join(' ')) ?? [];
    const gib = /^(\d+)Gi$/.exec(memory)?.[1];
    expect(Number(gib) * 2 ** 30).to.be.greaterThan(
      Number(cpu) * 6 * Number(largest) + 512 * 2 ** 20,
    );
  });

  it('mounts nothing that is no volume, and has no volume that is not mounted', () => {
    for (const options of [{}, all, { files: ['secrets-and-redis.yaml'] }]) {
      for (const maker of podMakers(render(options))) {
        const volumes = maker.spec.template.spec.volumes.map(({ name }: Resource) => name);
        const mounts = containerOf(maker).volumeMounts.map(({ name }: Resource) => name);
        expect(mounts).to.have.members(volumes);
      }
    }
  });

  it('asks the API for its health on its port, the receiver on that for management', () => {
    const resources = render(all);
    const api = containerOf(find(resources, 'Deployment', 'finops-api'));
    const receiver = containerOf(find(resources, 'Deployment', 'finops-receiver'));
    for (const [container, port] of [
      [api, 'http'],
      [receiver, 'management'],
    ] as const) {
      expect(container.ports.map(({ name }: Resource) => name)).to.eql(['http', 'management']);
      expect(container.livenessProbe.httpGet).to.eql({ path: '/health/live', port });
      expect(container.startupProbe.httpGet).to.eql({ path: '/health/live', port });
      expect(container.readinessProbe.httpGet).to.eql({ path: '/health/ready', port });
    }
    const portsOf = ({ ports }: Resource) =>
      ports.map(({ containerPort }: Resource) => containerPort);
    expect(portsOf(api)).to.eql([9000, 9001]);
    expect(portsOf(receiver)).to.eql([8081, 9465]);
  });

  it('leaves out a probe that is null, and takes another', () => {
    const api = { livenessProbe: null, startupProbe: { tcpSocket: { port: 'http' } } };
    const container = containerOf(
      find(render({ setJson: { api } }), 'Deployment', 'costs-costplane-api'),
    );
    expect(container).to.not.have.property('livenessProbe');
    expect(container.startupProbe.tcpSocket).to.eql({ port: 'http' });
    expect(container).to.have.property('readinessProbe');
  });

  it('gives pods the time that they need to stop', () => {
    const graceOf = (options: object, name: string) =>
      find(render(options), 'Deployment', name).spec.template.spec.terminationGracePeriodSeconds;
    const drain = { set: { 'config.server.drainSeconds': '60' } };
    expect(graceOf({}, 'costs-costplane-api')).to.equal(40);
    expect(graceOf(drain, 'costs-costplane-api')).to.equal(90);
    expect(graceOf({}, 'costs-costplane-receiver')).to.be.at.least(35);
    expect(graceOf(all, 'finops-api')).to.equal(90);
  });

  it('starts new pods when the config or a password changes, and no others', () => {
    const annotations = (set: Record<string, string>) => {
      const resources = render({ set });
      return ['api', 'receiver'].map(
        (component) =>
          find(resources, 'Deployment', `costs-costplane-${component}`).spec.template.metadata
            .annotations,
      );
    };
    const [api, receiver] = annotations({});
    expect(annotations({ 'api.replicas': '3' })).to.eql([api, receiver]);
    const [ofConfig, asBefore] = annotations({ 'config.database.poolSize': '9' });
    expect(asBefore).to.eql(receiver);
    expect(ofConfig['checksum/config']).to.not.equal(api['checksum/config']);
    expect(ofConfig['checksum/secret']).to.equal(api['checksum/secret']);
    const changed = { 'database.writer.url': 'postgresql://writer:other@db.example.com/costplane' };
    const [ofReader, ofWriter] = annotations(changed);
    expect(ofReader).to.eql(api);
    expect(ofWriter['checksum/secret']).to.not.equal(receiver['checksum/secret']);
    expect(JSON.stringify(api)).to.not.contain('secret-of-reader');
  });

  it('starts no pods for a new version of the chart alone', () => {
    for (const { metadata, spec } of podMakers(render(all))) {
      expect(metadata.labels).to.include.keys('helm.sh/chart', 'app.kubernetes.io/version');
      expect(spec.template.metadata.labels).to.not.have.any.keys(
        ...['helm.sh/chart', 'app.kubernetes.io/version', 'app.kubernetes.io/managed-by'],
      );
    }
  });

  it('runs the image as the user that the Dockerfile names, by its entry point', () => {
    const dockerfile = readFileSync(join(repository, 'Dockerfile'), 'utf8');
    const [, user, group] = /^USER (\d+):(\d+)$/m.exec(dockerfile) ?? [];
    expect(dockerfile).to.match(/^ENTRYPOINT \[.*costplane\.js"\]$/m);
    for (const maker of podMakers(render())) {
      expect(maker.spec.template.spec.securityContext).to.include({
        ...{ runAsUser: Number(user), runAsGroup: Number(group) },
      });
      expect(containerOf(maker)).to.not.have.property('command');
    }
  });

  it('leaves the number of pods to the autoscaler where there is one', () => {
    const resources = render(all);
    expect(find(resources, 'Deployment', 'finops-api').spec).to.not.have.property('replicas');
    const { spec } = find(resources, 'HorizontalPodAutoscaler', 'finops-api');
    expect(spec.scaleTargetRef).to.eql({
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'finops-api' },
    });
    expect([spec.minReplicas, spec.maxReplicas]).to.eql([3, 9]);
    expect(spec.behavior.scaleDown.stabilizationWindowSeconds).to.equal(600);
    expect(ofKind(render(), 'HorizontalPodAutoscaler')).to.eql([]);
  });

  it('has the image by tag, or by digest', () => {
    const imageOf = (set: Record<string, string>) =>
      containerOf(find(render({ set }), 'Deployment', 'costs-costplane-api')).image;
    expect(imageOf({})).to.match(/^images\.example\.com\/costplane:\d+\.\d+\.\d+$/);
    const tagged = imageOf({ 'image.tag': 'finance' });
    expect(tagged).to.equal('images.example.com/costplane:finance');
    const digest = `sha256:${'a'.repeat(64)}`;
    expect(imageOf({ 'image.digest': digest })).to.equal(`images.example.com/costplane@${digest}`);
  });

  it('adds what every pod is to have, and what one of them is', () => {
    const resources = render(all);
    for (const maker of podMakers(resources)) {
      const { metadata, spec } = maker.spec.template;
      expect(metadata.annotations).to.include({
        ...{ 'example.com/owner': 'platform', 'example.com/scrape': 'no' },
      });
      expect(metadata.labels).to.include({ team: 'platform' });
      expect(spec.nodeSelector).to.eql({ 'kubernetes.io/arch': 'amd64' });
      expect(spec.tolerations[0].key).to.equal('dedicated');
      expect(spec.imagePullSecrets).to.eql([{ name: 'pull' }]);
      expect(environmentOf(maker)).to.include({ PGSSLMODE: 'verify-full' });
      expect(containerOf(maker).envFrom).to.eql([{ configMapRef: { name: 'proxies' } }]);
      const mounts = containerOf(maker).volumeMounts.map(({ mountPath }: Resource) => mountPath);
      expect(mounts).to.include('/etc/database-ca');
    }
    const api = find(resources, 'Deployment', 'finops-api');
    expect(api.spec.template.metadata.annotations).to.include({ 'example.com/of': 'api' });
    expect(api.spec.template.metadata.labels).to.include({ 'example.com/tier': 'front' });
    expect(api.spec.template.spec.priorityClassName).to.equal('high');
    expect(environmentOf(api)).to.have.property('NODE_EXTRA_CA_CERTS');
    const receiver = find(resources, 'Deployment', 'finops-receiver');
    expect(environmentOf(receiver)).to.not.have.property('NODE_EXTRA_CA_CERTS');
  });

  it('names everything for its release, in its namespace, within the length of a name', () => {
    const release = 'a-release-whose-name-is-as-long-as-it-may-be';
    for (const { kind, metadata } of render({ release, set: { 'toolbox.enabled': 'true' } })) {
      expect(metadata.namespace, kind).to.equal('finance');
      expect(metadata.name.length, metadata.name).to.be.at.most(63);
      expect(metadata.labels['app.kubernetes.io/instance']).to.equal(release);
    }
    const names = render({ set: { nameOverride: 'finops' } }).map(({ metadata }) => metadata.name);
    expect(names.every((name) => name.startsWith('costs-finops'))).to.equal(true);
  });

  it('takes names of digits for names', () => {
    const digits = { release: '2024', namespace: '77' };
    const resources = render({ ...all, ...digits, set: { nameOverride: '1e3' } });
    for (const { kind, metadata } of resources) {
      expect(metadata.namespace, kind).to.equal('77');
      expect(metadata.labels).to.include({
        'app.kubernetes.io/instance': '2024',
        'app.kubernetes.io/name': '1e3',
      });
    }
    for (const { spec } of ofKind(resources, 'ServiceMonitor')) {
      expect(spec.namespaceSelector.matchNames).to.eql(['77']);
    }
    const named = render({ setJson: { fullnameOverride: 'null' } });
    expect(find(named, 'ConfigMap', 'null').data).to.be.an('object');
    const pod = find(named, 'Deployment', 'null-api').spec.template.spec;
    expect(pod.serviceAccountName).to.equal('null');
    expect(pod.volumes).to.deep.include({ name: 'config', configMap: { name: 'null' } });
  });

  it('leaves out what is switched off', () => {
    const kinds = render({ files: ['minimal.yaml'] }).map(({ kind }) => kind);
    expect(kinds).to.have.members(['ConfigMap', 'Service', 'Service', 'Deployment']);
  });
});
