import { listRefusals } from '@costplane/plugin-testing';
import { expect } from 'chai';
import { bootHistory, epochSeconds, type History, toQuery } from './history.ts';

/** Every parameter of every trend, and what they may not say together. */
describe('refusals of cost trends', () => {
  let history: History;
  let cluster: string;

  before(async () => {
    history = await bootHistory();
    cluster = await history.insertCluster();
  });
  after(() => history.app.stop());

  const window = { start: '1782864000', end: '1782950400' };
  const uid = crypto.randomUUID();
  const paths = {
    '/v1/organizations/dashboard/cost-trend': 'accepts',
    '/v1/clusters/{cluster_id}/cost-trend': 'accepts',
    '/v1/clusters/{cluster_id}/namespaces/shop/cost-trend': 'accepts',
    [`/v1/clusters/{cluster_id}/workloads/by-uid/${uid}/cost-trend`]: 'accepts',
    '/v1/clusters/{cluster_id}/node-groups/general/cost-trend': 'rejects',
  } as const;

  const instants = [
    'ten',
    '-1',
    '1.5',
    '1e9',
    '2026-07-01',
    '253402297201',
    '99999999999999999999',
  ];
  const parameters = {
    start: { bad: instants, code: 'VALIDATION_ERROR' },
    end: { bad: instants, code: 'VALIDATION_ERROR' },
    type: {
      bad: ['runrate', 'RUN_RATE'],
      code: 'VALIDATION_ERROR',
      allowed: ['run_rate', 'breakdown'],
    },
    granularity: {
      bad: ['minutely', 'Daily'],
      code: 'VALIDATION_ERROR',
      allowed: ['auto', 'hourly', 'daily', 'weekly', 'monthly'],
    },
  } as const;

  /** The query with what it does not say of the window. */
  const complete = (query: string) => {
    const named = new URLSearchParams(query);
    const missing = Object.entries(window).filter(([name]) => !named.has(name));
    return [query, ...missing.map(([name, value]) => `${name}=${value}`)].join('&');
  };

  for (const [path, costMode] of Object.entries(paths)) {
    describe(path.replace(uid, '{workload_uid}'), () => {
      const ask = (query: string) =>
        history.app.get(`${path.replace('{cluster_id}', cluster)}?${query}`, history.key);

      const refusals = listRefusals({ parameters, isPaged: false, costMode, hasBasis: true });
      for (const { query, status, code, detail } of refusals) {
        it(`answers ${status} ${code} to ?${query}`, async () => {
          const response = await ask(complete(query));
          expect([response.status, response.body.error.code]).to.eql([status, code]);
          expect(response.body.error.details[0]).to.deep.include(detail);
        });
      }

      for (const missing of ['start', 'end'] as const) {
        it(`answers 400 BAD_REQUEST without ${missing}`, async () => {
          const { [missing]: _, ...given } = window;
          const { status, body } = await ask(toQuery(given));
          expect([status, body.error.code]).to.eql([400, 'BAD_REQUEST']);
          expect(body.error.details).to.eql([{ field: missing, reason: 'required' }]);
        });
      }

      it('answers 422 VALIDATION_ERROR to a window without time', async () => {
        const { status, body } = await ask(`start=${window.start}&end=${window.start}`);
        expect([status, body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
        expect(body.error.details).to.eql([
          { field: 'end', reason: 'invalid_value', message: 'must be after `start`' },
        ]);
      });
    });
  }

  describe('of values together', () => {
    /** The fields that are refused, `[]` when none is. */
    const refused = async (start: string, end: string, query: Record<string, string> = {}) => {
      const { status, body } = await history.request(`/v1/clusters/${cluster}/cost-trend`, {
        start: epochSeconds(start),
        end: epochSeconds(end),
        ...query,
      });
      if (status === 200) return [];
      expect([status, body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
      for (const { reason } of body.error.details) expect(reason).to.equal('invalid_value');
      return body.error.details.map(({ field }: { field: string }) => field);
    };

    it('the end lies after the start', async () => {
      expect(await refused('2026-07-01T00:00:00Z', '2026-06-30T23:59:59Z')).to.eql(['end']);
      expect(await refused('2026-07-01T00:00:00Z', '2026-07-01T00:00:01Z')).to.eql([]);
    });

    it('a window is at most five calendar years', async () => {
      expect(await refused('2021-07-01T12:00:00Z', '2026-07-01T12:00:00Z')).to.eql([]);
      expect(await refused('2021-07-01T12:00:00Z', '2026-07-01T12:00:01Z')).to.eql(['end']);
      // Five years with two leap days, and five after a leap day.
      expect(await refused('2019-07-01T00:00:00Z', '2024-07-01T00:00:00Z')).to.eql([]);
      expect(await refused('2024-02-29T00:00:00Z', '2029-03-01T00:00:00Z')).to.eql([]);
      expect(await refused('2024-02-29T00:00:00Z', '2029-03-01T00:00:01Z')).to.eql(['end']);
    });

    it('hours are for at most 60 days', async () => {
      const hourly = { granularity: 'hourly' };
      const start = '2026-05-01T00:30:00Z';
      expect(await refused(start, '2026-06-30T00:30:00Z', hourly)).to.eql([]);
      expect(await refused(start, '2026-06-30T00:30:01Z', hourly)).to.eql(['granularity']);
      for (const granularity of ['auto', 'daily', 'weekly', 'monthly']) {
        expect(await refused(start, '2026-06-30T00:30:01Z', { granularity })).to.eql([]);
      }
    });

    it('a breakdown is not hourly', async () => {
      const query = { type: 'breakdown', granularity: 'hourly' };
      const window = ['2026-07-01T00:00:00Z', '2026-07-02T00:00:00Z'] as const;
      expect(await refused(...window, query)).to.eql(['granularity']);
      expect(await refused(...window, { ...query, granularity: 'auto' })).to.eql([]);
      expect(await refused(...window, { ...query, type: 'run_rate' })).to.eql([]);
    });

    it('all problems are reported together', async () => {
      const query = { type: 'breakdown', granularity: 'hourly' };
      expect(await refused('2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z', query)).to.eql([
        'end',
        'granularity',
        'granularity',
      ]);
    });
  });

  it('a malformed workload uid is 422, after what is 400', async () => {
    const path = `/v1/clusters/${cluster}/workloads/by-uid/nonsense/cost-trend`;
    const { status, body } = await history.request(path, window);
    expect([status, body.error.code]).to.eql([422, 'VALIDATION_ERROR']);
    expect(body.error.details[0]).to.include({ field: 'workload_uid', reason: 'invalid_value' });
    expect((await history.request(path, {})).status).to.equal(400);
  });
});
