import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type Client, createClient } from './support/client.ts';
import { costplane, costplaneJson, type Service, serve } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { temporaryFolder } from './support/folder.ts';
import { createKey } from './support/tenants.ts';

const health = '@costplane/plugin-health';
const organization = '@costplane/plugin-organization';
const clusters = '@costplane/plugin-clusters';
const fixture = (name: string) => join(import.meta.dirname, 'plugins', name);

describe('faulty plugins', () => {
  let database: Database;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    database = await createDatabase();
    folder = await temporaryFolder();
  });
  after(async () => {
    await database.drop();
    await folder.remove();
  });

  const makeEnvironment = async (name: string, plugins: readonly string[]) => {
    const file = join(folder.path, `${name}.yaml`);
    const lines = plugins.map((plugin) => `  - package: '${plugin}'\n`);
    await writeFile(file, `plugins:\n${lines.join('')}`);
    return {
      DATABASE_URL: database.url,
      COSTPLANE_CONFIG: file,
      PORT: '0',
      MANAGEMENT_PORT: '0',
    };
  };

  describe('at start', () => {
    /** What the service says when it does not start: a line for each problem, and no stack. */
    const catchRefusal = async (name: string, ...plugins: string[]): Promise<string[]> => {
      const environment = await makeEnvironment(name, [health, organization, ...plugins]);
      const { code, stderr } = await costplane(['serve'], environment);
      expect(code).to.equal(1);
      return stderr.trimEnd().split('\n');
    };

    const refusals: [what: string, name: string, beside: string[], lines: RegExp[]][] = [
      [
        'that claims the scope, the operation id and the path of another',
        'claims-clusters',
        [clusters],
        [
          /claims-clusters: claims the scope clusters:read, which @costplane\/plugin-clusters has\. Load only one/,
          /claims-clusters: claims the operation id listClusters, which @costplane\/plugin-clusters has/,
          /claims-clusters: claims the path GET \/v1\/clusters\/\{\}, which @costplane\/plugin-clusters has/,
        ],
      ],
      [
        'that is for another kernel',
        'kernel-two-only',
        [],
        [/kernel-two-only .*supports kernel \^2\.0\.0, but this is kernel 1\..*Install a version/],
      ],
      [
        'that reads what the warehouse does not have',
        'column-that-is-not',
        [],
        [
          /column-that-is-not: reads the column clusters\.colour, which the warehouse does not have\. Run/,
          /column-that-is-not: reads the column clusters\.name, which is text in the warehouse, not int4/,
          /column-that-is-not: reads the column api_keys\.key_hash, which is bytea in the warehouse, not text/,
          /column-that-is-not: reads the table invoices, which the warehouse does not have/,
        ],
      ],
      [
        'that throws in `register`, and leaves a timer behind',
        'fails-to-register',
        [],
        [/fails-to-register: failed in `register`: the licence server\. Fix the plugin/],
      ],
    ];
    for (const [what, name, beside, expected] of refusals) {
      it(`one ${what} is rejected with its name`, async () => {
        const lines = await catchRefusal(name, ...beside, fixture(name));
        expect(lines, lines.join('\n')).to.have.length(expected.length);
        expected.forEach((line, index) => expect(lines[index]).to.match(line));
      });
    }

    it('all of them are rejected together', async () => {
      const names = refusals.map(([, name]) => name);
      const lines = await catchRefusal('all', clusters, ...names.map(fixture));
      for (const name of names) {
        expect(
          lines.some((line) => line.includes(`costplane-plugin-${name}`)),
          name,
        ).to.equal(true);
      }
      for (const line of lines) expect(line).to.match(/^costplane: plugin costplane-plugin-/);
    });

    it('--debug shows the stack of the failure', async () => {
      const environment = await makeEnvironment('debug', [health, fixture('fails-to-register')]);
      const { code, stderr } = await costplane(['--debug', 'serve'], environment);
      expect(code).to.equal(1);
      expect(stderr).to.match(/at .*fails-to-register\/index\.js:\d+/);
    });
  });

  describe('at run time', () => {
    let service: Service;
    let client: Client;
    let key: string;
    let isWatching = true;
    const neighbours: number[] = [];
    let watching: Promise<void>;

    before(async () => {
      const environment = await makeEnvironment('unruly', [
        health,
        organization,
        fixture('unruly'),
      ]);
      await costplaneJson(['org', 'create', 'unruly'], environment);
      key = await createKey(environment, 'unruly');
      const { PORT: _, MANAGEMENT_PORT: _management, ...own } = environment;
      service = await serve(own);
      client = await createClient(service.url);
      watching = watchNeighbours();
    });
    after(() => service.stop());

    /** Asks the other plugins all the time. */
    async function watchNeighbours() {
      while (isWatching) {
        for (const path of ['/health/ready', '/v1/organization']) {
          neighbours.push((await client.get(path, key)).status);
        }
        await sleep(20);
      }
    }

    interface Line {
      readonly [field: string]: unknown;
      readonly plugin?: string;
      readonly operation_id?: string;
      readonly err?: { readonly message: string };
      readonly msg: string;
    }
    const log = (): Line[] =>
      service.output.stderr
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Line);
    /** The log is written every half second. */
    const lineWhere = async (isIt: (line: Line) => boolean): Promise<Line> => {
      for (let tries = 0; tries < 1_000; tries += 1) {
        const line = log().find(isIt);
        if (line) return line;
        await sleep(50);
      }
      throw new Error(`it is not in the log: ${service.output.stderr.slice(-1500)}`);
    };
    const ask = (operation: string) => client.get(`/v1/unruly/${operation}`, key);
    const metrics = async () => (await fetch(service.metricsUrl)).text();

    for (const operation of [
      'throwsNothing',
      'throwsText',
      'throwsFrozen',
      'throwsWhatHasNoText',
      'throwsWhatCannotBeRead',
      'rejects',
      'returnsNothing',
      'returnsCircular',
      'returnsBigInt',
      'returnsWhatIsForbidden',
      'streamsNothing',
    ]) {
      it(`a handler that ${operation} fails only its own request`, async () => {
        const { status, body, text } = await ask(operation);
        expect([status, body.error.code]).to.eql([500, 'INTERNAL_ERROR']);
        expect(text).to.not.contain('hunter2');
        const line = await lineWhere(({ request_id }) => request_id === body.meta.request_id);
        expect(line).to.include({ plugin: 'unruly', operation_id: operation });
      });
    }

    it('a handler that changes the organization of its session does not affect other requests', async () => {
      for (let round = 0; round < 5; round += 1) {
        expect((await ask('changesOrganization')).status).to.equal(200);
        const { status, body } = await client.get('/v1/organization', key);
        expect([status, body.data.metadata.name]).to.eql([200, 'unruly']);
      }
    });

    it('the log names a field that the schema forbids, but not its value', async () => {
      const { body } = await ask('returnsWhatIsForbidden');
      const line = await lineWhere(({ request_id }) => request_id === body.meta.request_id);
      expect(line).to.include({ field: 'data.amount', expected: 'must be a string' });
      expect(JSON.stringify(line)).to.not.contain('hunter2');
    });

    for (const operation of ['hangs', 'hangsInDatabase', 'holdsConnection', 'failsLate']) {
      it(`a handler that ${operation} is answered with an error at its deadline`, async () => {
        const { status, body } = await ask(operation);
        expect([status, body.error.code]).to.eql([503, 'SERVICE_UNAVAILABLE']);
        const line = await lineWhere(
          ({ request_id, msg }) =>
            request_id === body.meta.request_id && msg === 'the deadline has passed',
        );
        expect(line).to.include({ plugin: 'unruly', operation_id: operation, deadline_seconds: 1 });
        expect(await metrics()).to.contain(
          `costplane_http_deadlines_exceeded_total{operation="${operation}"} 1`,
        );
      });
    }

    it('handlers that hang with connections cannot exhaust the pool', async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask('holdsConnection')));
      expect(new Set(answers.map(({ status }) => status))).to.eql(new Set([503]));
      expect((await client.get('/v1/organization', key)).status).to.equal(200);
    });

    it('a file that fails midway is aborted', async () => {
      const response = await fetch(`${service.url}/v1/unruly/breaksFile`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(response.status).to.equal(200);
      const failure = await response.text().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(Error);
      const line = await lineWhere(({ msg }) => msg === 'a file was aborted');
      expect(line).to.include({ plugin: 'unruly', operation_id: 'breaksFile' });
    });

    it('has not affected other plugins or restarted the process', async () => {
      isWatching = false;
      await watching;
      expect(neighbours.length).to.be.greaterThan(20);
      expect(new Set(neighbours)).to.eql(new Set([200]));
      expect(service.process.exitCode).to.equal(null);
      expect(await service.stop()).to.equal(0);
    });
  });

  describe('an uncaught exception', () => {
    for (const [operation, message, origin] of [
      ['rejectsAfterwards', 'nobody handles this', 'unhandledRejection'],
      ['throwsAfterwards', 'nobody catches this', 'uncaughtException'],
    ] as const) {
      it(`of a plugin that ${operation} ends the process, with its stack in the log`, async () => {
        const environment = await makeEnvironment(operation, [health, fixture('unruly')]);
        await costplaneJson(['org', 'create', operation], environment);
        const key = await createKey(environment, operation);
        const { PORT: _, MANAGEMENT_PORT: _management, ...own } = environment;
        const { url, process, output } = await serve(own);
        const ended = once(process, 'close');
        const client = await createClient(url);
        await client.get(`/v1/unruly/${operation}`, key).catch(() => undefined);
        expect(await ended).to.eql([1, null]);
        const [last = ''] = output.stderr.trimEnd().split('\n').slice(-1);
        expect(JSON.parse(last)).to.deep.include({ level: 'fatal', origin });
        expect(JSON.parse(last)).to.have.nested.property('err.message', message);
        expect(JSON.parse(last))
          .to.have.nested.property('err.stack')
          .that.matches(/at .*unruly\/index\.js:\d+/);
      });
    }
  });
});
