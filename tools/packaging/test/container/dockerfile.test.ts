import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { defaultOf, readStages, textOf } from './support/dockerfile.ts';
import { readJson, readText } from './support/repository.ts';

describe('Dockerfile', () => {
  const [, ...stages] = readStages();
  const image = stages.at(-1) ?? [];

  it('takes Node.js of the major version that the tests run on, and no base without a version', () => {
    const { node } = (readJson('package.json') as { devDependencies: { node: string } })
      .devDependencies;
    expect(defaultOf('NODE_IMAGE')).to.equal(`node:${node.split('.')[0] ?? ''}-alpine`);
    const bases = stages.map((stage) => textOf(stage, 'FROM').replace(/ AS \w+$/, ''));
    expect(bases).to.deep.equal([
      ...Array<string>(2).fill('--platform=$BUILDPLATFORM ${NODE_IMAGE}'),
      ...['${NODE_IMAGE}', 'scratch'],
    ]);
  });

  it('installs from manifests alone, before the sources are there', () => {
    const steps = stages[1]?.map(({ name, text }) => `${name} ${text}`) ?? [];
    const copies = steps.filter((step) => step.startsWith('COPY'));
    expect(copies).to.deep.equal(['COPY --from=manifests /src .', 'COPY . .']);
    const install = steps.findIndex((step) => step.includes('npm ci'));
    expect(install).to.be.within(steps.indexOf(copies[0] ?? ''), steps.indexOf(copies[1] ?? ''));
  });

  it('takes the manifests of all workspaces, and no source', () => {
    const folder = mkdtempSync(join(tmpdir(), 'costplane-manifests-'));
    const kept = ['package.json', 'package-lock.json', '.npmrc', 'plugins/nodes/package.json'];
    try {
      for (const file of [...kept, 'README.md', 'plugins/nodes/src/index.ts']) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), '');
      }
      execFileSync('sh', ['-c', textOf(stages[0] ?? [], 'RUN')], { cwd: folder });
      const left = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
      expect(left).to.have.members(kept);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('builds the edition that the command serves without a config, unless PLUGINS says otherwise', () => {
    const source = readText('tools/cli/src/service/default-plugins.ts');
    const names = [...source.matchAll(/'@costplane\/plugin-([^']+)'/g)].map(([, name]) => name);
    expect(defaultOf('PLUGINS')?.split(' ')).to.deep.equal(names);
  });

  it('uses each of its build arguments', () => {
    const text = readText('Dockerfile');
    const names = stages
      .flat()
      .concat(readStages()[0] ?? [])
      .filter(({ name }) => name === 'ARG')
      .map(({ text: argument }) => argument.split('=')[0] ?? '');
    expect(names).to.have.members(['NODE_IMAGE', 'PLUGINS', 'VERSION', 'REVISION']);
    for (const name of names) expect(text).to.contain(`\${${name}}`);
  });

  it('takes no secret as an argument and leaves none in a layer', () => {
    for (const { name, text } of stages.flat()) {
      if (['ARG', 'ENV'].includes(name)) expect(text).not.to.match(/password|token|secret|_URL/i);
      if (text.includes('/.npmrc')) expect(text).to.contain('--mount=type=secret,id=npmrc');
    }
  });

  it('runs no install scripts', () => {
    const installs = stages.flat().filter(({ text }) => /npm (ci|install)/.test(text));
    expect(installs).to.have.length(1);
    for (const { text } of installs) expect(text).to.contain('--ignore-scripts');
  });

  it('runs as a numbered user without rights, who owns nothing in the image', () => {
    expect(textOf(image, 'USER')).to.equal('65532:65532');
    for (const { name, text } of stages.flat()) {
      if (name === 'COPY') expect(text).not.to.contain('--chown');
    }
  });

  it('runs the command itself, so that it gets the signals', () => {
    const entry = JSON.parse(textOf(image, 'ENTRYPOINT')) as string[];
    expect(entry[0]).to.equal('node');
    expect(entry.at(-1)).to.equal('/app/node_modules/@costplane/cli/bin/costplane.js');
    expect(JSON.parse(textOf(image, 'CMD'))).to.deep.equal(['serve']);
    expect(textOf(image, 'STOPSIGNAL')).to.equal('SIGTERM');
  });

  it('has a health check that needs no more than Node.js', () => {
    const [options = '', command = ''] = textOf(image, 'HEALTHCHECK').split(' CMD ');
    for (const option of ['interval', 'timeout', 'start-period', 'retries']) {
      expect(options).to.contain(`--${option}=`);
    }
    expect(JSON.parse(command)).to.deep.equal(['node', '/app/healthcheck.mjs']);
  });

  it('exposes the ports of the default config, and those that the receiver has beside them', () => {
    const source = readText('tools/packaging/container/assembly/add-runtime-files.mjs');
    const config = [...source.matchAll(/'((?:server|management): .*)'/g)].map(([, line]) => line);
    const { server, management } = parse(config.join('\n')) as Record<
      'server' | 'management',
      { host: string; port: number }
    >;
    expect([server.host, management.host]).to.deep.equal(['0.0.0.0', '0.0.0.0']);
    expect(textOf(image, 'EXPOSE').split(' ').map(Number)).to.deep.equal([
      server.port,
      8081,
      management.port,
      9465,
    ]);
  });

  it('is labelled with what it is', () => {
    const label = textOf(image, 'LABEL');
    for (const key of ['title', 'description', 'licenses', 'version', 'revision']) {
      expect(label).to.contain(`org.opencontainers.image.${key}=`);
    }
    const { description } = readJson('package.json') as { description: string };
    expect(label).to.contain(`"${description}"`);
  });
});

describe('.dockerignore', () => {
  const lines = readText('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('lets in what is named and nothing else', () => {
    expect(lines[0]).to.equal('*');
    const { workspaces } = readJson('package.json') as { workspaces: string[] };
    const folders = workspaces.map((pattern) => pattern.replace(/\/\*$/, ''));
    for (const folder of folders) {
      expect(lines).to.include(folder === 'e2e' ? '!e2e/package.json' : `!${folder}`);
    }
  });

  it('keeps passwords, installed packages and builds out', () => {
    const after = lines.slice(lines.lastIndexOf('!tools'));
    expect(after).to.include.members(['**/.env*', '**/node_modules', '**/dist', '**/.costplane']);
    expect(lines.slice(lines.indexOf('!vendor'))).to.include('vendor/**/.env*');
  });
});
