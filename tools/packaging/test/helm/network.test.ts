import { expect } from 'chai';
import { find, needsHelm, ofKind, podMakers, render, type Resource } from './support/helm.ts';

const portsOf = (rules: Resource[]) =>
  rules.flatMap(({ ports }) => ports.map(({ protocol, port }: Resource) => `${protocol} ${port}`));

describe('the chart: who reaches whom', function () {
  this.timeout(60_000);
  before(needsHelm);

  it('denies every pod of the release everything that no policy names', () => {
    const resources = render({ files: ['secrets-and-redis.yaml'] });
    const { spec } = find(resources, 'NetworkPolicy', 'costs-costplane-deny');
    expect(spec.policyTypes).to.eql(['Ingress', 'Egress']);
    expect(spec).to.not.have.any.keys('ingress', 'egress');
    const makers = podMakers(resources);
    expect(makers).to.have.length(4);
    for (const { spec: maker } of makers) {
      expect(maker.template.metadata.labels).to.include(spec.podSelector.matchLabels);
    }
  });

  it('lets each component out to names, PostgreSQL and, for the API, Redis', () => {
    const resources = render({ files: ['everything.yaml'] });
    const data = ['TCP 53', 'UDP 53', 'TCP 5432', 'TCP 6432'];
    for (const [component, expected] of [
      ['api', [...data, 'TCP 6380']],
      ['receiver', data],
      ['toolbox', data],
    ] as const) {
      const { spec } = find(resources, 'NetworkPolicy', `finops-${component}`);
      expect(portsOf(spec.egress), component).to.eql(expected);
      expect(spec.egress[1].to).to.eql([{ ipBlock: { cidr: '10.20.0.0/24' } }]);
      expect(spec.podSelector.matchLabels['app.kubernetes.io/component']).to.equal(component);
    }
    const { spec } = find(resources, 'NetworkPolicy', 'finops-migration');
    expect(spec.ingress).to.eql([]);
    expect(portsOf(spec.egress.slice(0, 2))).to.eql(data);
    const withoutRedis = find(render(), 'NetworkPolicy', 'costs-costplane-api').spec;
    expect(portsOf(withoutRedis.egress)).to.eql(['TCP 53', 'UDP 53', 'TCP 5432']);
  });

  it('lets clients and agents in, and metrics only from within the cluster', () => {
    const resources = render();
    for (const component of ['api', 'receiver']) {
      const { ingress } = find(resources, 'NetworkPolicy', `costs-costplane-${component}`).spec;
      expect(ingress).to.eql([
        { ports: [{ protocol: 'TCP', port: 'http' }] },
        {
          ports: [{ protocol: 'TCP', port: 'management' }],
          from: [{ namespaceSelector: {} }],
        },
      ]);
    }
    const confined = find(render({ files: ['everything.yaml'] }), 'NetworkPolicy', 'finops-api');
    const [clients, metrics] = confined.spec.ingress;
    const ofNamespace = (name: string) => [
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
    ];
    expect(clients.from).to.eql(ofNamespace('ingress'));
    expect(metrics.from).to.eql(ofNamespace('monitoring'));
  });

  it('leads a Service to each port, and metrics by one that leads nowhere else', () => {
    const resources = render({ files: ['everything.yaml'] });
    for (const component of ['api', 'receiver']) {
      const { spec } = find(resources, 'Service', `finops-${component}`);
      const { spec: metrics } = find(resources, 'Service', `finops-${component}-metrics`);
      const { spec: deployment } = find(resources, 'Deployment', `finops-${component}`);
      expect(spec.ports.map(({ targetPort }: Resource) => targetPort)).to.eql(['http']);
      expect(metrics.ports.map(({ targetPort }: Resource) => targetPort)).to.eql(['management']);
      expect(metrics.clusterIP).to.equal('None');
      for (const service of [spec, metrics]) {
        expect(service.selector).to.eql(deployment.selector.matchLabels);
      }
    }
    const { spec, metadata } = find(resources, 'Service', 'finops-api');
    expect([spec.type, spec.ports[0].port]).to.eql(['NodePort', 8443]);
    expect(metadata.annotations).to.include({ 'example.com/balancer': 'internal' });
  });

  it('leads an Ingress and an HTTPRoute to the Service, where they are wanted', () => {
    const resources = render({ files: ['everything.yaml'] });
    for (const [component, host, path, timeouts] of [
      ['api', 'costs.example.com', '/', { request: '0s' }],
      [
        ...(['receiver', 'agents.example.com', '/api/v1/metrics/ingest'] as const),
        { request: '30s', backendRequest: '30s' },
      ],
    ] as const) {
      const name = `finops-${component}`;
      const [rule] = find(resources, 'Ingress', name).spec.rules;
      const backend = { service: { name, port: { name: 'http' } } };
      expect(rule).to.eql({ host, http: { paths: [{ path, pathType: 'Prefix', backend }] } });
      const { spec } = find(resources, 'HTTPRoute', name);
      const { port } = find(resources, 'Service', name).spec.ports[0];
      expect(spec.hostnames).to.eql([host]);
      expect(spec.rules[0]).to.eql({
        matches: [{ path: { type: 'PathPrefix', value: path } }],
        timeouts,
        backendRefs: [{ name, port }],
      });
    }
    const plain = {
      'api.httpRoute.enabled': 'true',
      'api.httpRoute.parentRefs[0].name': 'public',
    };
    const route = find(render({ set: plain }), 'HTTPRoute', 'costs-costplane-api');
    expect(route.spec.rules[0]).to.have.all.keys('matches', 'backendRefs');
    const kinds = render().map(({ kind }) => kind);
    expect(kinds).to.not.include.members(['Ingress']);
    expect(kinds).to.not.include.members(['HTTPRoute']);
  });

  it('has metrics read under the jobs that the alert rules know', () => {
    const resources = render({ files: ['everything.yaml'] });
    for (const [component, job] of [
      ['api', 'costplane'],
      ['receiver', 'costplane-receiver'],
    ] as const) {
      const { spec, metadata } = find(resources, 'ServiceMonitor', `finops-${component}`);
      const service = find(resources, 'Service', `finops-${component}-metrics`);
      expect(service.metadata.labels).to.include(spec.selector.matchLabels);
      const selected = ofKind(resources, 'Service').filter(({ metadata: { labels } }) =>
        Object.entries(spec.selector.matchLabels).every(([name, value]) => labels[name] === value),
      );
      expect(selected).to.have.length(1);
      expect(spec.namespaceSelector.matchNames).to.eql(['finance']);
      const [endpoint] = spec.endpoints;
      expect(service.spec.ports.map(({ name }: Resource) => name)).to.include(endpoint.port);
      expect(endpoint.path).to.equal('/metrics');
      expect(endpoint.relabelings).to.eql([{ targetLabel: 'job', replacement: job }]);
      expect(metadata.labels).to.include({ release: 'prometheus' });
    }
    expect(ofKind(render(), 'ServiceMonitor')).to.eql([]);
  });
});
