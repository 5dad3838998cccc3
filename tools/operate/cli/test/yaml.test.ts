import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { compileYamlCheck } from '../src/yaml/check-yaml.ts';
import { FileError } from '../src/yaml/file-error.ts';
import { parseYaml } from '../src/yaml/parse-yaml.ts';
import { readYamlFile } from '../src/yaml/read-yaml-file.ts';

const check = compileYamlCheck(
  Type.Object(
    {
      name: Type.String({ maxLength: 4, fix: 'shorten it' }),
      rates: Type.Optional(
        Type.Array(
          Type.Object(
            { price: Type.Number({ minimum: 0 }), unit: Type.String({ default: 'hour' }) },
            { additionalProperties: false },
          ),
        ),
      ),
    },
    { additionalProperties: false },
  ),
);

const refusal = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    expect(error).to.be.instanceOf(FileError);
    return (error as Error).message;
  }
  throw new Error('It was accepted');
};

const listProblems = (text: string) =>
  refusal(() => {
    throw new FileError(check(parseYaml(text, 'f.yaml')));
  }).split('\n');

describe('YAML files', () => {
  it('return their value, and scalars as written', () => {
    const yaml = parseYaml('rates:\n  - { price: 0.100 }\n  - { price: 1e-1 }\n', 'f.yaml');
    expect(yaml.value).to.deep.equal({ rates: [{ price: 0.1 }, { price: 0.1 }] });
    expect(yaml.writtenAt(['rates', 0, 'price'])).to.equal('0.100');
    expect(yaml.writtenAt(['rates', 1, 'price'])).to.equal('1e-1');
    expect(yaml.writtenAt(['rates', 2, 'price'])).to.equal(undefined);
    expect(yaml.writtenAt(['rates'])).to.equal(undefined);
    expect(parseYaml('', 'f.yaml').value).to.equal(null);
  });

  it('have the position of every problem, in the order of the lines', () => {
    const text = ['prot: 1', 'rates:', '  - price: -1', '    per: day', '  - 5', 'name: 12345'];
    expect(listProblems(text.join('\n'))).to.deep.equal([
      'f.yaml:1:1: unknown key "prot"; the keys are name, rates',
      'f.yaml:3:12: rates[0].price must be at least 0 (got -1); correct it',
      'f.yaml:4:5: rates[0] unknown key "per"; the keys are price, unit',
      'f.yaml:5:5: rates[1] must be a mapping (got 5); correct it',
      'f.yaml:6:7: name must be text (got 12345); put it in quotes',
    ]);
    expect(listProblems('rates: []')).to.deep.equal(['f.yaml:1:1: the file has no "name"; add it']);
    expect(listProblems('name: abcde')).to.deep.equal([
      'f.yaml:1:7: name must have at most 4 characters (got "abcde"); shorten it',
    ]);
  });

  it('suggest a similar key for an unknown one', () => {
    for (const [text, key] of [
      ['Name: a', 'name'],
      ['nmae: a', 'name'],
      ['rate: []', 'rates'],
      ['ratess: []', 'rates'],
    ] as const) {
      expect(listProblems(`name: a\n${text}`)[0]).to.match(
        new RegExp(`unknown key "[^"]+"; did you mean \`${key}\`\\?$`),
      );
    }
  });

  it('fill in defaults', () => {
    const yaml = parseYaml('name: a\nrates: [{ price: 1 }]', 'f.yaml');
    expect(check(yaml)).to.deep.equal([]);
    expect(yaml.value).to.deep.equal({ name: 'a', rates: [{ price: 1, unit: 'hour' }] });
  });

  it('name the first hundred problems, and how many more there are', () => {
    const lines = listProblems(`name: a\nrates:\n${'  - 5\n'.repeat(120)}`);
    expect(lines).to.have.length(101);
    expect(lines.at(-1)).to.equal('f.yaml: 20 more problems; correct these first');
  });

  const notYaml: [what: string, text: string, message: RegExp][] = [
    ['a list that does not end', 'name: [a', /^f\.yaml:1:9: is not YAML: [^\n]+; correct it$/],
    ['maps in a line', 'a: b: c: d: e', /^f\.yaml:1:4: is not YAML: Nested mappings[^\n]+$/],
    [
      'keys twice',
      'a: 1\nb: { "1": 2, 1: 3 }\na: 2',
      /^f\.yaml:2:14: "1" is defined twice, first on line 2; keep one of them\nf\.yaml:3:1: "a" is defined twice, first on line 1; keep one of them$/,
    ],
    [
      'two documents',
      'a: 1\n---\nb: 2',
      /^f\.yaml:2:1: another document begins here; keep one per file$/,
    ],
    ['a tag', 'a: !secret b', /^f\.yaml:1:4: has a tag; remove tags \(!\.\.\.\)$/],
    ['a tab', 'a:\n\tb: 1', /^f\.yaml:2:1: is indented with a tab; use spaces$/],
    [
      'aliases',
      'a: &a 1\nb: *a\nc: [*c]',
      /^f\.yaml:2:4: is an alias; replace it by its value\nf\.yaml:3:5: is an alias; [^\n]+$/,
    ],
    [
      'aliases that unfold without end',
      `a: &a [x]\n${Array.from('bcdefgh')
        .map((key, i) => `${key}: &${key} [${`*${'abcdefg'[i]!},`.repeat(9)}]`)
        .join('\n')}`,
      /^(f\.yaml:\d:\d+: is an alias; [^\n]+\n?){63}$/,
    ],
    [
      'what is nested without end',
      '['.repeat(100_000),
      /^f\.yaml: is nested too deeply; write it with fewer levels$/,
    ],
  ];
  for (const [what, text, message] of notYaml) {
    it(`are not ${what}`, () => {
      expect(refusal(() => parseYaml(text, 'f.yaml'))).to.match(message);
    });
  }

  describe('on disk', () => {
    let folder: string;
    before(async () => (folder = await mkdtemp(join(tmpdir(), 'costplane-yaml-'))));
    after(() => rm(folder, { recursive: true }));

    const read = async (path: string, stdin?: AsyncIterable<Uint8Array>) => {
      try {
        return (await readYamlFile(path, stdin && { stdin })).value;
      } catch (error) {
        expect(error).to.be.instanceOf(FileError);
        return (error as Error).message;
      }
    };
    async function* pipe(...chunks: Uint8Array[]) {
      for (const chunk of chunks) yield await Promise.resolve(chunk);
    }

    it('are read from a path or a pipe, with or without a byte order mark', async () => {
      await writeFile(join(folder, 'a.yaml'), '\uFEFFa: ü\n');
      expect(await read(join(folder, 'a.yaml'))).to.deep.equal({ a: 'ü' });
      const [start, end] = [Buffer.from('a: ü').subarray(0, 4), Buffer.from('a: ü').subarray(4)];
      expect(await read('-', pipe(start, end))).to.deep.equal({ a: 'ü' });
    });

    it('are rejected in one line if they cannot be read', async () => {
      await writeFile(join(folder, 'latin.yaml'), Buffer.from('a: ü', 'latin1'));
      expect(await read(join(folder, 'none'))).to.match(
        /none: does not exist; choose another file$/,
      );
      expect(await read(folder)).to.match(/: is a folder; name a YAML file$/);
      expect(await read(join(folder, 'latin.yaml'))).to.match(/: is not UTF-8; save it as UTF-8$/);
      const mebibyte = Buffer.alloc(2 ** 20, '#');
      expect(await read('-', pipe(...Array.from({ length: 17 }, () => mebibyte)))).to.equal(
        'standard input: is larger than 16 MiB; use a smaller file',
      );
    });
  });
});
