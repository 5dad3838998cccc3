import { expect } from 'chai';
import { readMetrics } from '../web/views/recommendation/metrics.ts';

describe('console: the metrics of a recommendation', () => {
  it('are undefined where the snapshot lacks them or has them in another form', () => {
    for (const snapshot of [{}, null, { window: 7, containers: {}, risk_reasons: 'none' }]) {
      const metrics = readMetrics(snapshot);
      expect(metrics.containers).to.eql([]);
      expect(metrics.riskReasons).to.eql([]);
      expect(metrics.window.startAt).to.equal(undefined);
      expect(metrics.restarts).to.equal(undefined);
    }
  });

  it('keep a container that lacks the memory, and null for a limit that is not set', () => {
    const [container] = readMetrics({
      containers: [
        { name: 'api', cpu: { p50: 0.1, limit: null, daily_peaks: [{ max: 0.3 }, {}] } },
      ],
    }).containers;
    expect(container?.memory).to.equal(undefined);
    expect(container?.cpu?.limit).to.equal(undefined);
    expect(container?.cpu?.percentiles.p50).to.equal(0.1);
    expect(container?.cpu?.dailyPeaks).to.eql([{ max: 0.3, at: undefined }]);
  });
});
