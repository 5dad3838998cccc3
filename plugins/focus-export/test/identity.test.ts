import { expect } from 'chai';
import { allColumns, selectColumns } from '../src/columns/all-columns.ts';
import {
  deriveConfigurationId,
  type Coverage,
  deriveFileId,
  type Owner,
  deriveSchemaId,
} from '../src/metadata/identity.ts';
import { canonicalJson } from '../src/metadata/canonical-json.ts';
import { type Configuration } from '../src/export-request.ts';

const [x, y] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const owner: Owner = { organizationId: x, allowedClusters: null };
const configuration: Configuration = {
  grain: 'workload',
  idle: 'unallocated',
  columns: allColumns,
};
const coverage: Coverage = { from: '2026-10-01', to: '2026-11-01', clusters: null };
const version5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('ids of an export', () => {
  it('of a file differ with every option', () => {
    const ids = [
      deriveFileId(owner, configuration, coverage),
      deriveFileId({ ...owner, organizationId: y }, configuration, coverage),
      deriveFileId({ ...owner, allowedClusters: [] }, configuration, coverage),
      deriveFileId({ ...owner, allowedClusters: [x] }, configuration, coverage),
      deriveFileId(owner, { ...configuration, grain: 'namespace' }, coverage),
      deriveFileId(owner, { ...configuration, idle: 'apportioned' }, coverage),
      deriveFileId(owner, { ...configuration, columns: selectColumns(['Tags']) }, coverage),
      deriveFileId(owner, configuration, { ...coverage, from: '2026-10-02' }),
      deriveFileId(owner, configuration, { ...coverage, to: '2026-11-02' }),
      deriveFileId(owner, configuration, { ...coverage, clusters: [x] }),
      deriveFileId(owner, configuration, { ...coverage, clusters: [x, y] }),
      deriveConfigurationId(owner, configuration),
    ];
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.match(version5);
  });

  it('of a file do not depend on the order of clusters', () => {
    const idWith = (allowedClusters: string[], clusters: string[]) =>
      deriveFileId({ ...owner, allowedClusters }, configuration, { ...coverage, clusters });
    expect(idWith([x, y], [y, x])).to.equal(idWith([y, x], [x, y, x]));
  });

  it('of a schema differ with grain, idle and the definitions of the columns', () => {
    const [first] = allColumns;
    const redefined = [{ ...first!, maxLength: 7 }, ...allColumns.slice(1)];
    const ids = [
      deriveSchemaId(configuration),
      deriveSchemaId({ ...configuration, grain: 'namespace' }),
      deriveSchemaId({ ...configuration, idle: 'apportioned' }),
      deriveSchemaId({ ...configuration, columns: selectColumns(['Tags']) }),
      deriveSchemaId({ ...configuration, columns: redefined }),
    ];
    expect(new Set(ids).size).to.equal(ids.length);
    for (const id of ids) expect(id).to.match(version5);
  });

  it('are stable', () => {
    const columns = selectColumns(['BilledCost', 'Tags']);
    expect(deriveSchemaId({ ...configuration, columns })).to.equal(
      'f1054e38-2000-501d-bb94-80ca325b4b9f',
    );
    expect(deriveFileId(owner, { ...configuration, columns }, coverage)).to.equal(
      '330ac70e-8c60-5ffb-a548-d8ab49092c01',
    );
  });

  it('use one spelling per value', () => {
    expect(canonicalJson({ b: [1, null, 'é"'], a: { d: true, c: {} } })).to.equal(
      '{"a":{"c":{},"d":true},"b":[1,null,"é\\""]}',
    );
  });
});
