import { expect } from 'chai';
import { alpha, beta, bootWorkloads, describeRefusals } from './workload-application.ts';

const booleans = ['true', 'false'];
const boolean = {
  bad: ['yes', '1', 'TRUE', 'null'],
  code: 'VALIDATION_ERROR',
  allowed: booleans,
} as const;
const textUpTo = (length: number) =>
  ({ bad: ['\0', 'a\0b', 'x'.repeat(length + 1)], code: 'BAD_REQUEST', isCsv: true }) as const;
const enumeration = (allowed: readonly string[], bad: readonly string[]) =>
  ({ bad, code: 'VALIDATION_ERROR', allowed, isCsv: true }) as const;

const listParameters = {
  namespace: textUpTo(253),
  kind: enumeration(
    ['Deployment', 'StatefulSet', 'DaemonSet'],
    ['Job', 'CronJob', 'Rollout', 'deployment', 'Deployment,Job', "x' or 1=1 --"],
  ),
  has_hpa: boolean,
  team: textUpTo(512),
  department: textUpTo(512),
  min_cost_hourly: {
    bad: ['-1', '1.', '.5', '1e3', 'NaN', '1,5', '+1', ' 1', '0x1', 'Infinity'],
    code: 'VALIDATION_ERROR',
  },
} as const;

const someUid = '00000000-0000-4000-8000-000000000001';

describe('plugin workloads: refusals', () => {
  let application: Awaited<ReturnType<typeof bootWorkloads>>;
  before(async () => {
    application = await bootWorkloads();
    await application.insert('clusters', { id: alpha, name: 'alpha' });
    await application.insert('clusters', { id: beta, name: 'beta' });
  });
  after(() => application.app.stop());

  const readError = async (path: string, key = application.key) => {
    const { status, body } = await application.app.get(path, key);
    return [status, body.error.code, body.error.details[0]];
  };

  describe('GET /v1/workloads', () => {
    describeRefusals(
      () => application,
      {
        isPaged: true,
        costMode: 'accepts',
        hasBasis: true,
        parameters: {
          cluster_id: {
            bad: ['nonsense', `${alpha}'--`, `${alpha},x`, alpha.slice(1)],
            code: 'BAD_REQUEST',
            isCsv: true,
          },
          ...listParameters,
        },
      },
      '/v1/workloads',
    );
  });

  describe('GET /v1/clusters/{cluster_id}/workloads', () => {
    describeRefusals(
      () => application,
      { isPaged: true, costMode: 'accepts', hasBasis: true, parameters: listParameters },
      `/v1/clusters/${alpha}/workloads`,
    );

    it('has no filter by cluster', async () => {
      expect(await readError(`/v1/clusters/${alpha}/workloads?cluster_id=${alpha}`)).to.eql([
        400,
        'BAD_REQUEST',
        { field: 'cluster_id', reason: 'unknown_filter_key' },
      ]);
    });

    it('answers 400 to a path without a cluster before it validates the query', async () => {
      const [status, code, detail] = await readError('/v1/clusters/nonsense/workloads?kind=Job');
      expect([status, code]).to.eql([400, 'INVALID_CLUSTER_ID']);
      expect(detail).to.include({ field: 'cluster_id', reason: 'invalid_value' });
    });

    it('answers 404 to a cluster that is unknown or of another organization', async () => {
      const other = await application.app.createOrganization('other');
      const foreign = crypto.randomUUID();
      await application.app.insert('clusters', {
        organization_id: other,
        id: foreign,
        name: 'foreign',
      });
      for (const id of [crypto.randomUUID(), foreign]) {
        const [status, code] = await readError(`/v1/clusters/${id}/workloads`);
        expect([status, code]).to.eql([404, 'CLUSTER_NOT_FOUND']);
      }
    });

    it('answers 403 to a cluster outside the allow-list after it has validated the query', async () => {
      for (const allowed of [[beta], []]) {
        const restricted = await application.createKey(allowed);
        const path = `/v1/clusters/${alpha}/workloads`;
        expect(await readError(path, restricted)).to.eql([
          403,
          'CLUSTER_ACCESS_DENIED',
          { cluster_id: alpha },
        ]);
        const [status, code] = await readError(`${path}?kind=Job`, restricted);
        expect([status, code]).to.eql([422, 'VALIDATION_ERROR']);
      }
    });
  });

  for (const suffix of ['', '/pods']) {
    describe(`GET /v1/workloads/{workload_uid}${suffix}`, () => {
      const makePath = (uid: string) => `/v1/workloads/${uid}${suffix}`;

      describeRefusals(
        () => application,
        suffix === ''
          ? { isPaged: false, costMode: 'accepts', hasBasis: true }
          : {
              isPaged: true,
              costMode: 'accepts',
              hasBasis: true,
              parameters: {
                namespace: textUpTo(253),
                node_uid: {
                  bad: ['nonsense', `${someUid},x`, 'ip-10-0-0-1'],
                  code: 'BAD_REQUEST',
                  isCsv: true,
                },
                phase: enumeration(
                  ['Pending', 'Running', 'Succeeded', 'Failed', 'Unknown'],
                  ['running', 'Evicted', 'Running,Gone'],
                ),
                qos_class: enumeration(
                  ['Guaranteed', 'Burstable', 'BestEffort'],
                  ['burstable', 'None'],
                ),
                has_hostpath: boolean,
                has_emptydir: boolean,
                host_network: boolean,
              },
            },
        makePath(someUid),
      );

      it('answers 400 to a malformed uid before it validates the query', async () => {
        for (const uid of ['nonsense', 'api', `${someUid}'--`, '%00', someUid.slice(1), '%25']) {
          const [status, code, detail] = await readError(`${makePath(uid)}?basis=some`);
          expect([uid, status, code]).to.eql([uid, 400, 'BAD_REQUEST']);
          expect(detail).to.include({ field: 'workload_uid', reason: 'invalid_value' });
        }
      });

      it('answers 404 to an unknown uid', async () => {
        expect(await readError(makePath(someUid))).to.eql([
          404,
          'WORKLOAD_NOT_FOUND',
          { field: 'workload_uid', reason: 'not_found' },
        ]);
      });

      it('has none of the filters of the list of workloads', async () => {
        for (const filter of ['cluster_id', 'kind', 'has_hpa', 'team', 'min_cost_hourly']) {
          const [status, , detail] = await readError(`${makePath(someUid)}?${filter}=x`);
          expect([status, detail]).to.eql([400, { field: filter, reason: 'unknown_filter_key' }]);
        }
      });
    });
  }

  for (const path of [
    '/v1/workloads',
    `/v1/clusters/${alpha}/workloads`,
    `/v1/workloads/${someUid}`,
    `/v1/workloads/${someUid}/pods`,
  ]) {
    it(`answers 401 without a key and 403 without the scope to ${path}`, async () => {
      const { app, organization } = application;
      const other = await app.createKey(organization, { scopes: ['clusters:read'] });

      const anonymous = await app.get(path);
      const unscoped = await app.get(path, other);

      expect([anonymous.status, anonymous.body.error.code]).to.eql([401, 'UNAUTHORIZED']);
      expect([unscoped.status, unscoped.body.error.code]).to.eql([403, 'FORBIDDEN']);
      expect(unscoped.body.error.details[0]).to.include({ required: 'workloads:read' });
    });
  }
});
