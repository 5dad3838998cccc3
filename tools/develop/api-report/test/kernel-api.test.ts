import { expect } from 'chai';
import { type ExtractedApi, extractApis } from '../src/extract-api.ts';
import { forgottenExports } from '../src/forgotten-exports.ts';
import { apiFolder, readEntryPoints } from '../src/kernel-package.ts';
import { staleReports } from '../src/reports.ts';

describe('the public API of the kernel', () => {
  let apis: readonly ExtractedApi[];

  before(() => {
    apis = extractApis(readEntryPoints());
  });

  it('matches its committed reports', () => {
    const stale = staleReports(apis, apiFolder);
    expect(stale, 'kernel/plugin-api/api: bring the reports up to date with: npm run api').to.eql(
      [],
    );
  });

  it('has no warnings of API Extractor', () => {
    expect(apis.flatMap(({ problems }) => problems)).to.eql([]);
  });

  it('uses no type that a plugin cannot name', () => {
    expect(forgottenExports(apis)).to.eql([]);
  });

  it('has the entry points index, schema and listing', () => {
    const names = apis.map(({ entryPoint }) => entryPoint.name);
    expect(names).to.have.members(['index', 'schema', 'listing']);
  });
});
