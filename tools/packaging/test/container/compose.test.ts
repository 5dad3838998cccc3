import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { parse } from 'yaml';
import { interpolate, readCompose } from './support/compose.ts';
import { defaultOf, readStages, textOf } from './support/dockerfile.ts';
import { readJson, readText } from './support/repository.ts';

const passwords = ['POSTGRES', 'ADMIN', 'RECEIVER', 'SERVICE'].map(
  (login) => `COSTPLANE_${login}_PASSWORD`,
);

describe('compose.yaml', () => {
  const { services, networks, volumes } = readCompose();
  const ours = {
    migrate: services.migrate,
    service: services.service,
    receiver: services.receiver,
  };
  const all = Object.entries(services);

  it('is what the Compose Specification says', () => {
    const schema = readJson('tools/packaging/test/container/schemas/compose-spec.json');
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const file = parse(readText('compose.yaml'), { merge: true }) as unknown;
    expect(isValid(file), JSON.stringify(isValid.errors)).to.equal(true);
    expect(isValid({ services: { service: { imagee: 'x' } } })).to.equal(false);
  });

  it('runs PostgreSQL, Redis, the migration, the service and the receiver', () => {
    expect(Object.keys(services)).to.have.members([
      ...['postgres', 'redis'],
      ...['migrate', 'service', 'receiver'],
    ]);
  });

  it('names a version of every image', () => {
    for (const [name, { image }] of all) {
      expect(image, name)
        .to.match(/:[^:]+$/)
        .and.not.to.match(/:latest$/);
    }
  });

  it('passes the build arguments of the Dockerfile on, and no others', () => {
    const { args = [] } = services.migrate.build ?? {};
    for (const argument of args) expect(defaultOf(argument), argument).to.be.a('string');
    expect(args).to.include('PLUGINS');
  });

  it('builds the image once, and never pulls what it is to build', () => {
    const building = all.filter(([, { build }]) => build !== undefined);
    expect(building.map(([name]) => name)).to.deep.equal(['migrate']);
    for (const { image } of Object.values(ours)) expect(image).to.equal(services.migrate.image);
    const pulls = [services.service, services.receiver].map(({ pull_policy }) => pull_policy);
    expect(pulls).to.deep.equal(['never', 'never']);
  });

  it('bounds the logs of every container', () => {
    for (const [name, { logging }] of all) {
      expect(logging, name).to.deep.equal({
        driver: 'local',
        options: { 'max-size': '20m', 'max-file': '5' },
      });
    }
  });

  it('is upgraded by commands that migrate before anything is replaced', () => {
    const command =
      'docker compose build && docker compose run --rm migrate && docker compose up --detach';
    for (const file of ['tools/packaging/README.md', 'docs/guides/upgrade.md']) {
      expect(readText(file), file).to.contain(command);
    }
  });

  for (const [name, service] of Object.entries(ours)) {
    it(`gives ${name} a read-only file system and no rights`, () => {
      expect(service.read_only).to.equal(true);
      expect(service.cap_drop).to.deep.equal(['ALL']);
      expect(service.security_opt).to.include('no-new-privileges:true');
      expect(service.tmpfs).to.have.length(1);
      expect(service.tmpfs?.[0]).to.match(/^\/tmp:.*noexec/);
      expect(service.user, 'the user of the image').to.equal(undefined);
    });
  }

  it('lets no container gain rights', () => {
    for (const [name, { security_opt }] of all) {
      expect(security_opt, name).to.include('no-new-privileges:true');
    }
  });

  it('starts what waits only when what it needs is healthy or done', () => {
    const conditions = Object.fromEntries(
      all.map(([name, { depends_on = {} }]) => [
        name,
        Object.entries(depends_on).map(([other, { condition }]) => `${other} ${condition}`),
      ]),
    );
    const migrated = 'migrate service_completed_successfully';
    expect(conditions.migrate).to.deep.equal(['postgres service_healthy']);
    expect(conditions.service).to.have.members([
      ...['postgres service_healthy', 'redis service_healthy', migrated],
    ]);
    expect(conditions.receiver).to.have.members(['postgres service_healthy', migrated]);
    expect(services.postgres.healthcheck?.test).to.include('pg_isready');
    expect(services.redis.healthcheck?.test).to.include('redis-cli');
  });

  it('migrates once, and keeps the others running', () => {
    expect(services.migrate.restart).to.equal('no');
    expect(services.migrate.healthcheck).to.deep.equal({ disable: true });
    for (const [name, { restart }] of all) {
      if (name !== 'migrate') expect(restart, name).to.equal('unless-stopped');
    }
  });

  it('publishes the service and the receiver on ports of their own, on this machine alone', () => {
    const published = all.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${interpolate(port, {})}`),
    );
    expect(published).to.deep.equal([
      'service 127.0.0.1:8080:8080',
      'receiver 127.0.0.1:8081:8081',
    ]);
    const exposed = textOf(readStages().at(-1) ?? [], 'EXPOSE').split(' ');
    for (const port of published) expect(exposed).to.include(port.split(':').at(-1));
  });

  it('keeps PostgreSQL and Redis in a network without a way out', () => {
    for (const { networks: joined } of [services.postgres, services.redis, services.migrate]) {
      expect(joined).to.deep.equal(['data']);
    }
    expect(networks.data?.internal).to.equal(true);
  });

  it('keeps the tables in a named volume', () => {
    const named = (services.postgres.volumes ?? []).filter((volume) => !volume.startsWith('.'));
    expect(named).to.deep.equal(['postgres:/var/lib/postgresql']);
    expect(Object.keys(volumes)).to.deep.equal(['postgres']);
  });

  it('has no password in it, and does not start without one', () => {
    const all = { ...services.postgres.environment };
    expect(Object.values(all).map((text) => /^\$\{(\w+):\?/.exec(text)?.[1])).to.have.members(
      passwords,
    );
    for (const text of Object.values(all)) {
      expect(() => interpolate(text, {})).to.throw('is unset; make .env');
    }
    for (const { environment = {} } of Object.values(ours)) {
      expect(environment.DATABASE_URL).to.match(
        /^postgresql:\/\/\w+:\$\{\w+\}@postgres:5432\/costplane$/,
      );
    }
  });

  it('gets its passwords from the .env that the README makes, which only its owner reads', () => {
    const script = /^umask 077\n[^]*?^done > \.env$/m.exec(
      readText('tools/packaging/README.md'),
    )?.[0];
    const folder = mkdtempSync(join(tmpdir(), 'costplane-env-'));
    try {
      execFileSync('sh', ['-c', script ?? ''], { cwd: folder });
      const lines = readFileSync(join(folder, '.env'), 'utf8').trimEnd().split('\n');
      const made = lines.map((line) => /^(\w+)=[0-9a-f]{48}$/.exec(line)?.[1]);
      expect(made).to.deep.equal(passwords);
      expect(statSync(join(folder, '.env')).mode & 0o077).to.equal(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(readText('.gitignore').split('\n')).to.include('.env');
  });

  it('lets each part log in as a user of its own, whom create-logins.sql makes', () => {
    const sql = readText('tools/packaging/container/postgres/create-logins.sql');
    const logins = Object.values(ours).map(
      ({ environment }) => /:\/\/(\w+):\$\{(\w+)\}@/.exec(environment?.DATABASE_URL ?? '') ?? [],
    );
    expect(new Set(logins.map(([, login]) => login)).size).to.equal(3);
    for (const [, login = '', password = ''] of logins) {
      const [, variable = ''] = new RegExp(`\\\\getenv (\\w+) ${password}\n`).exec(sql) ?? [];
      expect(sql).to.contain(`create role ${login} login password :'${variable}'`);
    }
  });

  it('sets variables that the reference explains', () => {
    const rows = readText('docs/reference/config.md').matchAll(/^\| `([A-Z_]+)`/gm);
    const known = [...rows].map(([, name]) => name);
    for (const { environment = {} } of Object.values(ours)) {
      expect(known).to.include.members(Object.keys(environment));
    }
  });

  it('gives what is under way the time to end that the receiver may take', () => {
    for (const { stop_grace_period = '' } of [services.service, services.receiver]) {
      expect(Number(stop_grace_period.replace(/s$/, ''))).to.be.at.least(30);
    }
  });
});
