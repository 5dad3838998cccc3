import { expect } from 'chai';
import {
  containerOf,
  environmentOf,
  find,
  needsHelm,
  ofKind,
  podMakers,
  render,
  type Resource,
} from './support/helm.ts';

const weightOf = ({ metadata }: Resource) => Number(metadata.annotations['helm.sh/hook-weight']);
const secretOf = (maker: Resource, variable: string) => environmentOf(maker)[variable].secretKeyRef;

describe('the chart: its databases', function () {
  this.timeout(60_000);
  before(needsHelm);

  it('has every password in a Secret, and nowhere else', () => {
    const resources = render({ files: ['everything.yaml'] });
    const others = resources.filter(({ kind }) => kind !== 'Secret');
    for (const password of ['one@', 'two@', 'three@', 'four@']) {
      expect(JSON.stringify(ofKind(resources, 'Secret')), password).to.contain(password);
      expect(JSON.stringify(others), password).to.not.contain(password);
    }
  });

  it('gives the API the user that reads, and the receiver the one that writes', () => {
    const resources = render();
    const urlOf = (maker: Resource) => {
      const { name, key } = secretOf(maker, 'DATABASE_URL');
      return find(resources, 'Secret', name).stringData[key];
    };
    const [api, receiver, migration] = ['api', 'receiver', 'migration'].map((component) =>
      podMakers(resources).find(({ metadata }) => metadata.name === `costs-costplane-${component}`),
    );
    expect(urlOf(api)).to.contain('reader:');
    expect(urlOf(receiver)).to.contain('writer:');
    expect(urlOf(migration)).to.contain('writer:');
    expect(environmentOf(api)).to.not.have.any.keys('REDIS_URL', 'LEDGER_DATABASE_URL');
  });

  it('names only Secrets that the chart makes, or that are given', () => {
    for (const file of ['everything.yaml', 'secrets-and-redis.yaml', 'defaults.yaml']) {
      const resources = render({ files: [file] });
      const made = new Map(
        ofKind(resources, 'Secret').map(({ metadata, stringData }) => [metadata.name, stringData]),
      );
      const given = ['costplane-database', 'costplane-redis'];
      for (const maker of podMakers(resources)) {
        for (const value of Object.values(environmentOf(maker))) {
          const { secretKeyRef } = value;
          if (!secretKeyRef || given.includes(secretKeyRef.name)) continue;
          expect(made.get(secretKeyRef.name), secretKeyRef.name).to.have.property(secretKeyRef.key);
        }
      }
    }
  });

  it('makes no Secret where there are some, and asks for their keys', () => {
    const resources = render({ files: ['secrets-and-redis.yaml'] });
    expect(ofKind(resources, 'Secret')).to.eql([]);
    const api = find(resources, 'Deployment', 'costs-costplane-api');
    const name = 'costplane-database';
    expect(secretOf(api, 'DATABASE_URL')).to.eql({ name, key: 'reader' });
    expect(secretOf(api, 'LEDGER_DATABASE_URL')).to.eql({ name, key: 'replica' });
    expect(secretOf(api, 'REDIS_URL')).to.eql({ name: 'costplane-redis', key: 'REDIS_URL' });
    const ofOthers = ['receiver', 'toolbox'].map((component) =>
      secretOf(find(resources, 'Deployment', `costs-costplane-${component}`), 'DATABASE_URL'),
    );
    expect(ofOthers).to.eql([
      { name, key: 'writer' },
      { name, key: 'owner' },
    ]);
    const job = find(resources, 'Job', 'costs-costplane-migration');
    expect(secretOf(job, 'DATABASE_URL')).to.eql({ name, key: 'owner' });
  });

  it('migrates before anything of a release is there, with nothing but hooks', () => {
    const resources = render({ files: ['everything.yaml'] });
    const job = find(resources, 'Job', 'finops-migration');
    expect(job.metadata.annotations).to.include({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation,hook-succeeded',
      'argocd.argoproj.io/sync-wave': '-1',
    });
    const pod = job.spec.template.spec;
    expect(containerOf(job).args).to.eql(['migrate']);
    expect(pod.restartPolicy).to.equal('Never');
    expect(pod.serviceAccountName).to.equal('migrator');
    expect(find(render(), 'Job', 'costs-costplane-migration').spec.template.spec).to.include({
      serviceAccountName: 'default',
    });
    const { name } = secretOf(job, 'DATABASE_URL');
    const needed = [find(resources, 'Secret', name), find(resources, 'NetworkPolicy', name)];
    for (const resource of needed) {
      // Helm that gives up waiting deletes what is to go when it succeeded; the job still needs it.
      expect(resource.metadata.annotations['helm.sh/hook-delete-policy']).to.equal(
        'before-hook-creation',
      );
      expect(resource.metadata.annotations['helm.sh/hook']).to.equal('pre-install,pre-upgrade');
      expect(weightOf(resource)).to.be.lessThan(weightOf(job));
    }
    const volumes = pod.volumes.map((volume: Resource) => Object.keys(volume));
    expect(volumes.flat()).to.not.include('secret');
    expect(pod.volumes.map(({ name: volume }: Resource) => volume)).to.eql(['tmp', 'ca']);
  });

  it('has no other hook, so that everything else goes with the release', () => {
    const hooks = render({ files: ['everything.yaml'] }).filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'],
    );
    expect(hooks.map(({ metadata }) => metadata.name)).to.eql(Array(3).fill('finops-migration'));
  });
});
