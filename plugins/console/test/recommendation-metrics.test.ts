import { expect } from 'chai';
import { readMetrics } from '../web/views/recommendation/metrics.ts';

describe('console: the metrics of a recommendation', () => {
  it('are undefined if missing or malformed in the snapshot', () => {
    for (const snapshot of [{}, null, { window: 7, containers: {}, risk_reasons: 'none' }]) {
      const metrics = readMetrics(snapshot);
      expect(metrics.containers).to.eql([]);
      expect(metrics.riskReasons).to.eql([]);
      expect(metrics.window.startAt).to.equal(undefined);
      expect(metrics.restarts).to.equal(undefined);
    }
  });

  it('include a container without memory, and null for an unset limit', () => {
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
