import { expect } from 'chai';
import { isOlderVersion } from '../../src/receiver/agent-version.ts';

describe('the version of an agent', () => {
  const order = [
    'v1.9.9',
    'v2.0.0-alpha',
    'v2.0.0-alpha.1',
    'v2.0.0-alpha.beta',
    'v2.0.0-beta',
    'v2.0.0-beta.2',
    'v2.0.0-beta.11',
    'v2.0.0-rc.1',
    'v2.0.0',
    '2.0.1',
    'v2.1.0',
    'v2.2.0-rc.1',
    'v2.2.0',
    'v2.10.0',
    'v10.0.0',
  ];

  it('is ordered; a release comes after its candidates', () => {
    for (const [index, version] of order.entries()) {
      for (const [place, other] of order.entries()) {
        expect(isOlderVersion(version, other), `${version} < ${other}`).to.equal(index < place);
      }
    }
  });

  it('is not old if it is invalid', () => {
    for (const version of ['', 'dev', '2.0', 'v2.0.0.0', 'v1.x.0', ' v1.0.0', 'v1.0.0 ']) {
      expect(isOlderVersion(version, 'v99.0.0'), version).to.equal(false);
    }
  });

  it('ignores build metadata', () => {
    expect(isOlderVersion('v2.0.0+abc', 'v2.0.0')).to.equal(false);
    expect(isOlderVersion('v1.0.0+abc', 'v2.0.0')).to.equal(true);
  });
});
