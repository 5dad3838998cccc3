import { expect } from 'chai';
import { parseAggregate } from '../src/question/properties.ts';
import { parseFilter } from '../src/question/filter.ts';
import { chooseSets, parseWindow } from '../src/question/window.ts';

/** A Wednesday. */
const now = new Date('2026-07-15T19:33:20Z');

describe('parseWindow', () => {
  const windows: Record<string, [start: string, end: string]> = {
    today: ['2026-07-15T00:00:00', '2026-07-16T00:00:00'],
    yesterday: ['2026-07-14T00:00:00', '2026-07-15T00:00:00'],
    week: ['2026-07-12T00:00:00', '2026-07-15T19:33:20'],
    lastweek: ['2026-07-05T00:00:00', '2026-07-12T00:00:00'],
    month: ['2026-07-01T00:00:00', '2026-07-15T19:33:20'],
    lastmonth: ['2026-06-01T00:00:00', '2026-07-01T00:00:00'],
    '30m': ['2026-07-15T19:04:00', '2026-07-15T19:34:00'],
    '24h': ['2026-07-14T20:00:00', '2026-07-15T20:00:00'],
    '1d': ['2026-07-15T00:00:00', '2026-07-16T00:00:00'],
    '7d': ['2026-07-09T00:00:00', '2026-07-16T00:00:00'],
    '2w': ['2026-07-02T00:00:00', '2026-07-16T00:00:00'],
    '24h offset 2d': ['2026-07-12T19:33:20', '2026-07-13T19:33:20'],
    '2026-07-01T00:00:00Z,2026-07-03T12:00:00Z': ['2026-07-01T00:00:00', '2026-07-03T12:00:00'],
    '2026-07-01T02:00:00+02:00,2026-07-02T00:00:00Z': [
      '2026-07-01T00:00:00',
      '2026-07-02T00:00:00',
    ],
    '1782864000,1782950400': ['2026-07-01T00:00:00', '2026-07-02T00:00:00'],
    '1782864000-1782950400': ['2026-07-01T00:00:00', '2026-07-02T00:00:00'],
  };
  for (const [text, [start, end]] of Object.entries(windows)) {
    it(`reads ${text}`, () => {
      const window = parseWindow(text, now);
      expect(new Date(window.start).toISOString()).to.equal(`${start}.000Z`);
      expect(new Date(window.end).toISOString()).to.equal(`${end}.000Z`);
    });
  }

  for (const text of [
    '',
    'tomorrow',
    'constructor',
    '7',
    '0d',
    '7y',
    '-7d',
    '999999d',
    '2026-07-01,2026-07-03',
    '2026-06-31T00:00:00Z,2026-07-03T00:00:00Z',
    '2026-13-01T00:00:00Z,2026-07-03T00:00:00Z',
    '2026-07-03T00:00:00Z,2026-07-01T00:00:00Z',
    '1,99999999999999999999999',
    '2,1',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => parseWindow(text, now))
        .to.throw()
        .with.property('status', 400);
    });
  }
});

describe('chooseSets', () => {
  const quarters = '2026-05-30T22:00:00Z,2026-07-02T00:00:00Z';
  const starts: Record<string, readonly string[]> = {
    all: ['2026-05-30T22'],
    hour: ['2026-05-30T22', '2026-05-30T23', '2026-05-31T00'],
    day: ['2026-05-30T22', '2026-05-31T00', '2026-06-01T00'],
    week: ['2026-05-30T22', '2026-05-31T00', '2026-06-07T00'],
    month: ['2026-05-30T22', '2026-06-01T00', '2026-07-01T00'],
    quarter: ['2026-05-30T22', '2026-07-01T00'],
  };
  for (const [period, expected] of Object.entries(starts)) {
    it(`cuts a window at the start of each period: ${period}`, () => {
      const accumulateBy = period as 'day';
      const { start, end, sets } = chooseSets({ window: quarters, accumulateBy }, false, now);
      const cuts = sets.map((set) => new Date(set.start).toISOString().slice(0, 13));
      expect(cuts.slice(0, 3)).to.eql(expected);
      expect([sets[0]?.start, sets.at(-1)?.end]).to.eql([start, end]);
    });
  }
});

describe('parseAggregate', () => {
  it('reads several properties, in any case, each once', () => {
    expect(parseAggregate('Cluster, namespace,label:app.kubernetes.io/name,namespace')).to.eql([
      { name: 'cluster' },
      { name: 'namespace' },
      { name: 'label', key: 'app.kubernetes.io/name' },
    ]);
  });

  it('skips empty parts, and reads all as no property', () => {
    expect(parseAggregate('namespace,,pod')).to.eql([{ name: 'namespace' }, { name: 'pod' }]);
    expect(parseAggregate('all')).to.eql([]);
  });

  for (const text of ['nothing', 'label:', 'toString']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => parseAggregate(text))
        .to.throw()
        .with.property('status', 400);
    });
  }
});

describe('parseFilter', () => {
  const is = (name: string, values: string[], operator = ':', isNegated = false) => ({
    operator,
    property: { name },
    values,
    isNegated,
  });

  it('reads a comparison with several values', () => {
    expect(parseFilter('namespace:"shop","batch"')).to.eql(is('namespace', ['shop', 'batch']));
  });

  it('reads every comparison', () => {
    const read = (text: string) => parseFilter(`pod${text}"a"`);
    expect(read('!:')).to.eql(is('pod', ['a'], ':', true));
    expect(read('~:')).to.eql(is('pod', ['a'], '~:'));
    expect(read('!~:')).to.eql(is('pod', ['a'], '~:', true));
    expect(read('<~:')).to.eql(is('pod', ['a'], '<~:'));
    expect(read('!<~:')).to.eql(is('pod', ['a'], '<~:', true));
    expect(read('~>:')).to.eql(is('pod', ['a'], '~>:'));
    expect(read('!~>:')).to.eql(is('pod', ['a'], '~>:', true));
  });

  it('reads labels and annotations by their key', () => {
    expect(parseFilter('label[app]:"x"+annotation[team]:"y"')).to.eql({
      operator: '+',
      operands: [
        { ...is('label', ['x']), property: { name: 'label', key: 'app' } },
        { ...is('annotation', ['y']), property: { name: 'annotation', key: 'team' } },
      ],
    });
  });

  it('reads groups in parentheses, with white space between', () => {
    expect(parseFilter(' cluster : "a" + ( node:"b" | node:"c" ) ')).to.eql({
      operator: '+',
      operands: [
        is('cluster', ['a']),
        { operator: '|', operands: [is('node', ['b']), is('node', ['c'])] },
      ],
    });
  });

  for (const text of [
    '',
    'namespace',
    'namespace:',
    'namespace:shop',
    'namespace:"shop',
    'namespace:"shop"+',
    'namespace:"a"+pod:"b"|pod:"c"',
    '(namespace:"a"',
    'namespace:"a")',
    'label:"a"',
    'unknown:"a"',
    'namespace="a"',
    '('.repeat(5_000),
  ]) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(() => parseFilter(text))
        .to.throw()
        .with.property('status', 400);
    });
  }
});
