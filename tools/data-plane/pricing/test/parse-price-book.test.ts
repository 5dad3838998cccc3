import { expect } from 'chai';
import { formatFixedPoint } from '../src/fixed-point.ts';
import { parsePriceBook } from '../src/parse-price-book.ts';
import { type SuggestWord } from '../src/book-file/suggest-word.ts';
import { instanceKey } from '../src/price-book.ts';
import { priceBookDocument } from '../src/price-book-document.ts';
import { PriceBookError } from '../src/price-book-error.ts';

const rates = 'rates: { on_demand: { cpu_core_hour: 0.02, memory_gib_hour: 0.003, gpu_hour: 1 } }';
const valid = `currency: USD\n${rates}\n`;

const parse = (text: string) => parsePriceBook(text, { fileName: 'book.yaml' });

/** The lines of the refusal. */
function refusal(text: string, suggest?: SuggestWord): string[] {
  try {
    parsePriceBook(text, { fileName: 'book.yaml', ...(suggest && { suggest }) });
  } catch (error) {
    expect(error).to.be.instanceOf(PriceBookError);
    expect((error as Error).name).to.equal('PriceBookError');
    return (error as Error).message.split('\n');
  }
  throw new Error(`${text} was accepted`);
}

const parsePrice = (written: string) =>
  parse(`${valid}instances: { aws: { here: { m: ${written} } } }`).instances.get(
    instanceKey({ provider: 'aws', region: 'here', instanceType: 'm' }),
  );

describe('a price book', () => {
  it('requires only a currency and on-demand rates', () => {
    const book = parse(valid);
    expect(book.currency).to.equal('USD');
    expect(book.rates.spot).to.equal(null);
    expect([book.instances.size, book.controlPlanes.size, book.clusters.length]).to.eql([0, 0, 0]);
    expect(book.storage.defaultGibMonth).to.equal(null);
  });

  it('may have spot rates above on-demand rates, but not if it is new', () => {
    const spot = 'spot: { cpu_core_hour: 0.02, memory_gib_hour: 0.004, gpu_hour: 1 }';
    const text = valid.replace(' } }', ` }, ${spot} }`);
    expect(parse(text).rates.spot?.ram).to.equal(4_000_000_000n);
    expect(() => parsePriceBook(text, { fileName: 'book.yaml', isNew: true })).to.throw(
      /^book.yaml:2:89: rates.spot.memory_gib_hour is higher than its on-demand rate; [^\n]+$/,
    );
  });

  it('may have sections in which everything is commented out', () => {
    const book = parse(`${valid}instances:\n  # aws:\nclusters:\nstorage:\ngpu_models:\n`);
    expect([book.instances.size, book.clusters.length]).to.eql([0, 0]);
  });

  it('reads exact prices, quoted or not', () => {
    const exact = '123456789.123456789012';
    for (const written of [exact, `"${exact}"`, `'${exact}'`])
      expect(formatFixedPoint(parsePrice(written)!.onDemand)).to.equal(exact);
    expect(parsePrice('0.10')).to.eql({ onDemand: 100_000_000_000n });
    expect(parsePrice('{ on_demand: 0.1, spot: 0 }')).to.eql({
      onDemand: 100_000_000_000n,
      spot: 0n,
    });
  });

  it('is the same after a JSON round trip', () => {
    const book = parse(`${valid}
gpu_models: { NVIDIA A30: { on_demand: 1.5, spot: 0.5 }, Tesla T4: 0.35 }
instances: { gcp: { '*': { e2: 0.1 }, here: { e2: { on_demand: 0.2, spot: 0.05 } } } }
storage: { default_gib_month: 0.04, classes: { aws: { '*': { gp3: 0.08 } } } }
control_planes: { aws: { EKS: 0.1 }, azure: { AKS: 0.1 } }
clusters:
  - { cluster: a, organization: acme, control_plane: 0, storage: { default_gib_month: 0 } }
  - { cluster: b, instances: { on-prem: { '*': { __proto__: 1 } } } }
`);
    const document = JSON.parse(JSON.stringify(priceBookDocument(book))) as {
      clusters: { instances: unknown }[];
    };
    const again = parse(JSON.stringify(document));
    const prices = ({ currencyPlace: _, ...each }: typeof book) => ({
      ...each,
      clusters: each.clusters.map(({ place: _, ...entry }) => entry),
    });
    expect(prices(again)).to.eql(prices(book));
    expect(book.clusters[1]!.instances.size).to.equal(1);
  });
});

describe('a price book is refused', () => {
  const badPrices: Record<string, string> = {
    '-0.1': 'is negative (got "-0.1"); a price is at least 0',
    '"-1"': 'is negative (got "-1"); a price is at least 0',
    '0.1234567890123': 'has more than 12 decimals; round it',
    '1234567890': 'has more than 9 digits before the point; correct it',
    1000000000000000: 'has more than 9 digits before the point; correct it',
    '1e15': 'must be a price (got "1e15"); write a decimal such as 0.107',
    '1e-1': 'must be a price (got "1e-1"); write a decimal such as 0.107',
    '.NaN': 'must be a price (got ".NaN"); write a decimal such as 0.107',
    '.inf': 'must be a price (got ".inf"); write a decimal such as 0.107',
    Infinity: 'must be a price (got "Infinity"); write a decimal such as 0.107',
    '0x10': 'must be a price (got "0x10"); write a decimal such as 0.107',
    '1_000': 'must be a price (got "1_000"); write a decimal such as 0.107',
    '$0.10': 'must be a price (got "$0.10"); write a decimal such as 0.107',
    '"0,10"': 'must be a price (got "0,10"); write a decimal such as 0.107',
    '.5': 'must be a price (got ".5"); write a decimal such as 0.107',
    '"1 "': 'must be a price (got "1 "); write a decimal such as 0.107',
    null: 'must be a price (got "null"); write a decimal such as 0.107',
    '""': 'must be a price (got ""); write a decimal such as 0.107',
    '[1]': 'must be a price; write a decimal such as 0.107',
    '{ spot: 1 }': 'has no on_demand; add its price on demand',
  };
  for (const [written, message] of Object.entries(badPrices)) {
    it(`for the price ${written}`, () => {
      const text = `${valid}instances:\n  aws:\n    here:\n      m5.large: ${written}\n`;
      expect(refusal(text)).to.eql([`book.yaml:6:17: instances.aws.here.m5.large ${message}`]);
    });
  }

  for (const [what, lines, refused] of [
    ['a rate', 'gpu_models:\n  T4: 1000000000', 'gpu_models.T4'],
    ['a volume', 'storage:\n  default_gib_month: 1000000000', 'storage.default_gib_month'],
    ['a fee', 'control_planes:\n  aws: { EKS: 1000000000 }', 'control_planes.aws.EKS'],
    [
      'a cluster of its own price',
      'clusters:\n  - cluster: a\n    instances: { aws: { here: { m5: 1000000000 } } }',
      'clusters[0].instances.aws.here.m5',
    ],
  ] as const) {
    it(`for ${what} of more than any costs`, () => {
      const [first, ...rest] = refusal(`${valid}${lines}\n`);
      expect(first).to.match(
        /^book\.yaml:\d+:\d+: .* has more than 9 digits before the point; correct it$/,
      );
      expect(first).to.include(`: ${refused} `);
      expect(rest).to.eql([]);
    });
  }

  it('with a suggestion for an unknown key, provider or service', () => {
    const suggest: SuggestWord = (word, known) =>
      known.find((each) => each.toLowerCase().startsWith(word.slice(0, 2).toLowerCase()));
    const text = `${valid}instance: {}\nstorage: { classes: { Azure: {} } }\ncontrol_planes: { aws: { eks: 1 } }`;
    expect(refusal(text, suggest)).to.eql([
      'book.yaml:3:1: unknown key "instance"; did you mean `instances`?',
      'book.yaml:4:23: storage.classes.Azure: the provider is unknown; did you mean `azure`?',
      'book.yaml:5:26: control_planes.aws.eks is unknown; did you mean `EKS`?',
    ]);
  });

  const badFiles: Record<string, [text: string, ...lines: string[]]> = {
    'that is empty': ['', ':1:1: the price book is empty; begin with `currency: USD`'],
    'that has only comments': [
      '# none\n',
      ':1:1: the price book is empty; begin with `currency: USD`',
    ],
    'that is a list': [
      '- a',
      ':1:1: the price book must be a mapping; write keys with values, such as `key: value`',
    ],
    'that is a text': [
      'USD',
      ':1:1: the price book must be a mapping; write keys with values, such as `key: value`',
    ],
    'without a currency': [
      rates,
      ':1:1: the price book has no currency; add it, such as `currency: USD`',
    ],
    'with an unknown currency': [
      `currency: usd\n${rates}`,
      ':1:11: currency "usd" is unknown; use an ISO 4217 code, such as USD',
    ],
    'without rates': ['currency: USD', ':1:1: the price book has no rates; add rates.on_demand'],
    'without a rate': [
      'currency: USD\nrates: { on_demand: { cpu_core_hour: 1, memory_gib_hour: 1 } }',
      ':2:21: rates.on_demand has no gpu_hour; add it',
    ],
    'whose rates divide nothing': [
      `currency: USD\n${rates.replace('0.02', '0')}`,
      ':2:8: rates.on_demand has no rate above 0 for cores and memory; set cpu_core_hour and memory_gib_hour, which also divide the price of a node',
    ],
    'with an unknown key': [
      `${valid}instance: {}`,
      ':3:1: unknown key "instance"; the keys are currency, rates, gpu_models, instances, storage, control_planes, clusters',
    ],
    'with an unknown key inside': [
      `${valid}instances: { aws: { here: { m: { on_demand: 1, sopt: 1 } } } }`,
      ':3:48: instances.aws.here.m unknown key "sopt"; the keys are on_demand, spot',
    ],
    'with an unknown provider': [
      `${valid}instances:\n  amazon: {}\nstorage: { classes: { Azure: {} } }`,
      ':4:3: instances.amazon: the provider is unknown; providers are aws, gcp, azure, on-prem',
      ':5:23: storage.classes.Azure: the provider is unknown; providers are aws, gcp, azure, on-prem',
    ],
    'with an unknown service': [
      `${valid}control_planes: { aws: { eks: 1 }, on-prem: { k3s: 1 } }`,
      ':3:26: control_planes.aws.eks is unknown; the managed service of aws is EKS',
      ':3:47: control_planes.on-prem.k3s is unknown; set control_plane in the entry of the cluster',
    ],
    'with an instance type twice': [
      `${valid}instances:\n  aws:\n    here:\n      m: 1\n      m: 1\n`,
      ':7:7: "m" appears twice, first on line 6; keep one of them',
    ],
    'with a region twice': [
      `${valid}instances:\n  aws:\n    here: {}\n    here: {}\n`,
      ':6:5: "here" appears twice, first on line 5; keep one of them',
    ],
    'with a storage class twice': [
      `${valid}storage: { classes: { aws: { '*': { gp3: 1, gp3: 2 } } } }`,
      ':3:45: "gp3" appears twice, first on line 3; keep one of them',
    ],
    'with a control plane twice': [
      `${valid}control_planes: { gcp: { GKE: 1, GKE: 1 } }`,
      ':3:34: "GKE" appears twice, first on line 3; keep one of them',
    ],
    'with a GPU model in two spellings': [
      `${valid}gpu_models:\n  Tesla T4: 1\n  tesla-t4: 1\n`,
      ':5:3: gpu_models.tesla-t4 repeats the model of line 4 in another spelling; keep one of them',
    ],
    'with a cluster twice': [
      `${valid}clusters:\n  - cluster: a\n  - { cluster: a, organization: x }\n  - cluster: a\n`,
      ':6:5: cluster "a" appears twice, first on line 4; keep one of them',
    ],
    'with a cluster of no name': [
      `${valid}clusters:\n  - control_plane: 0\n  -\n  - cluster: []\n`,
      ':4:5: clusters[0] has no cluster; name it, by its id or name',
      ':5:4: clusters[1] has no cluster; name it, by its id or name',
      ':6:14: clusters[2].cluster must be text; write text such as production',
    ],
    'whose clusters are a map': [
      `${valid}clusters: { a: 1 }`,
      ':3:11: clusters must be a list; begin each of its entries with `- `',
    ],
    'whose cluster has a currency': [
      `${valid}clusters: [{ cluster: a, currency: EUR }]`,
      ':3:26: clusters[0] unknown key "currency"; the keys are cluster, organization, control_plane, rates, gpu_models, instances, storage',
    ],
    'that is no YAML': [
      'currency: [USD\n',
      ':2:1: is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]; correct it',
    ],
    'with maps in a line': [
      'currency: USD: a: b\n',
      ':1:11: is not YAML: Nested mappings are not allowed in compact mappings; correct it',
    ],
    'that is indented with tabs': [
      'rates:\n\ton_demand: {}',
      ':2:1: is indented with a tab; use spaces',
    ],
    'of several documents': [
      `${valid}---\n${valid}`,
      ':3:1: a second YAML document begins here; keep one book per file',
    ],
    'with aliases': [
      `${valid}instances: { aws: &a { here: { m: 1 } }, gcp: *a }`,
      ':3:47: is an alias; write its value instead',
    ],
    'with an alias as a price': [
      `${valid}instances: { aws: { here: { m: &a 1, n: *a, o: { on_demand: *a, spot: 1 } } } }`,
      ':3:41: is an alias; write its value instead',
      ':3:61: is an alias; write its value instead',
    ],
    'with aliases as a key, a list, texts and maps': [
      `${valid}x: &a []\nclusters: *a\nstorage: *a\n*a : 1\ncontrol_planes: { aws: *a }`,
      ':3:1: unknown key "x"; the keys are currency, rates, gpu_models, instances, storage, control_planes, clusters',
      ':4:11: is an alias; write its value instead',
      ':5:10: is an alias; write its value instead',
      ':6:1: is an alias; write its value instead',
      ':7:24: is an alias; write its value instead',
    ],
    'with an alias as the name of a cluster': [
      `${valid}clusters: [{ cluster: &a x }, { cluster: *a }, *a ]`,
      ':3:42: is an alias; write its value instead',
      ':3:48: is an alias; write its value instead',
    ],
    'with a spot price above that on demand': [
      `${valid}instances: { aws: { here: { m: { on_demand: 1, spot: 1.000000000001 } } } }\ngpu_models: { a: { spot: 2, on_demand: 1 }, b: { on_demand: 1, spot: 1 } }`,
      ':3:54: instances.aws.here.m.spot is higher than its on-demand price; correct one of them, or remove spot',
      ':4:26: gpu_models.a.spot is higher than its on-demand price; correct one of them, or remove spot',
    ],
    'with names that are none': [
      `${valid}instances: { aws: { "": { m: 1 }, " ": {}, here: { "m ": 1, "m\\u200b": 1, "m\\ud800": 1 } } }`,
      ':3:21: the key "" is empty; write a name',
      ':3:35: the key " " is empty; write a name',
      ':3:52: the key "m " begins or ends with a space; remove it',
      ':3:61: the key "m\\u{200b}" has invisible characters; remove them',
      ':3:75: the key "m\\ud800" has control characters; remove them',
    ],
    'with names of clusters and organizations that no database keeps': [
      `${valid}clusters:\n  - { cluster: "a\\0", organization: "\\ud800" }\n  - { cluster: " a", organization: "" }`,
      ':4:16: clusters[0].cluster has control characters; remove them',
      ':4:37: clusters[0].organization has control characters; remove them',
      ':5:16: clusters[1].cluster begins or ends with a space; remove it',
      ':5:36: clusters[1].organization is empty; write a name',
    ],
    'with tags': [`${valid}x: !!float 1`, ':3:4: has a tag; remove tags (!...)'],
    'with a list as a key': [`${valid}? [a]\n: 1`, ':3:3: is not a valid key; use text as the key'],
    'with a line feed in a key': [
      `${valid}instances: { aws: { "a\\nb": {} } }`,
      ':3:21: the key "a\\nb" has control characters; remove them',
    ],
  };
  for (const [which, [text, ...lines]] of Object.entries(badFiles)) {
    it(which, () => expect(refusal(text)).to.eql(lines.map((line) => `book.yaml${line}`)));
  }

  it('with aliases that expand without end', () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `  - &a${level + 1} [*a${level}, *a${level}]`,
    );
    const lines = refusal(`${valid}clusters:\n  - &a0 x\n${levels.join('\n')}`);
    expect(lines.length).to.be.lessThan(60);
    expect(lines[0]).to.equal(
      'book.yaml:4:9: clusters[0] must be a mapping; write keys with values, such as `key: value`',
    );
  });

  it('with lists in lists in lists', () => {
    expect(refusal('['.repeat(20_000))).to.eql([
      'book.yaml: is nested too deeply; write it as the README shows',
    ]);
  });

  it('with a NUL character, which PostgreSQL cannot store', () => {
    expect(refusal(`${valid}# \0\n`)).to.eql(['book.yaml: has a NUL character; remove it']);
  });

  it('over 4 MiB', () => {
    expect(refusal(`${valid}#${'x'.repeat(4 * 2 ** 20)}`)).to.eql([
      'book.yaml: is larger than 4 MiB; remove the prices that no cluster uses',
    ]);
  });

  it('with a line for each of its first 50 problems, in the order of the file', () => {
    const items = Array.from({ length: 60 }, (_, index) => `      m${index}: -1`);
    const lines = refusal(`${valid}instances:\n  aws:\n    here:\n${items.join('\n')}`);
    expect(lines).to.have.length(51);
    expect(lines[0]).to.match(/^book\.yaml:6:11: instances\.aws\.here\.m0 is negative/);
    expect(lines[50]).to.equal('book.yaml: 10 more problems; fix these first');
  });
});
