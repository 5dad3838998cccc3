import { expect } from 'chai';
import { type CurrentApi, readCurrentApi } from '../src/current-api.ts';
import { forgottenExports } from '../src/forgotten-exports.ts';
import { judgeChanges } from '../src/judge-changes.ts';
import { apiFolder, repository } from '../src/kernel-package.ts';
import { comingMajor } from '../src/next-major.ts';
import { readReleasedApi } from '../src/released-api.ts';
import { staleReports } from '../src/reports.ts';

describe('the public API of the kernel', function () {
  this.timeout(60_000);
  let current: CurrentApi;

  before(() => {
    current = readCurrentApi();
  });

  it('is what its committed reports say', () => {
    const stale = staleReports(current.apis, apiFolder);
    expect(stale, 'kernel/api: bring the reports up to date with: npm run api').to.eql([]);
  });

  it('can be read by API Extractor without a complaint', () => {
    expect(current.apis.flatMap(({ problems }) => problems)).to.eql([]);
  });

  it('uses no type that a plugin cannot name', () => {
    expect(forgottenExports(current.apis)).to.eql([]);
  });

  it('lets every plugin run that was built for the last release of this major version', () => {
    const released = readReleasedApi()!;
    const coming = comingMajor(current.version, repository);
    const { breaking, isAnnounced } = judgeChanges(released, current.asReleased, coming);
    if (!isAnnounced) expect(breaking, `\n${breaking.join('\n')}\n`).to.eql([]);
  });

  it('is recorded for the version that was last released', () => {
    expect(
      readReleasedApi()?.version,
      'kernel/api/released: record the API of this release with: npm run api -- record',
    ).to.equal(current.version);
  });

  it('holds the entry points, and each exports something when it runs', () => {
    const { runtimeExports } = current.asReleased;
    expect(Object.keys(runtimeExports)).to.have.members(['index', 'schema', 'host', 'testing']);
    for (const [name, exported] of Object.entries(runtimeExports)) {
      expect(exported, name).to.not.be.empty;
    }
    expect(runtimeExports.index).to.include.members(['definePlugin', 'defineRoute', 'ApiError']);
  });
});
