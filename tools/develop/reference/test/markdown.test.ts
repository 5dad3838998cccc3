import { expect } from 'chai';
import { code, plain, table } from '../src/markdown.ts';
import { describeOptions, withOptions } from '../src/plugins/options-section.ts';
import { listOptions } from '../src/schema-options.ts';

describe('the Markdown of the reference', () => {
  it('keeps a pipe and a line break from ending a cell', () => {
    expect(table(['A'], [['one|two\n  three']])).to.equal('| A |\n| --- |\n| one\\|two three |');
  });

  it('keeps words from being markup', () => {
    expect(plain('<name> of *any* [kind] _is_ a_b')).to.equal(
      '\\<name\\> of \\*any\\* \\[kind\\] \\_is\\_ a_b',
    );
  });

  it('shows code that has backticks', () => {
    expect(code('a`b')).to.equal('`` a`b ``');
  });
});

describe('the options of a schema', () => {
  it('are described with path, type, bounds and default', () => {
    const options = listOptions({
      type: 'object',
      required: ['name', 'items'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 9, pattern: '^a|b$', description: 'Who.' },
        pool: {
          type: 'object',
          properties: { size: { type: 'integer', minimum: 1, maximum: 5, default: 2 } },
        },
        level: { enum: ['low', 'high'], type: 'string', default: 'low' },
        prefix: { type: 'string', default: '' },
        items: {
          type: 'array',
          minItems: 1,
          items: { type: 'object', properties: { id: { type: 'integer', minimum: 0 } } },
        },
      },
    });
    expect(options.map((option) => [option.path, option.type, option.default])).to.deep.equal([
      ['name', 'string, not empty, up to 9 characters, matches `^a|b$`', 'required'],
      ['pool.size', 'integer, 1 to 5', '`2`'],
      ['level', 'one of `low`, `high`', '`low`'],
      ['prefix', 'string', '`""`'],
      ['items', 'list of objects, at least 1', 'required'],
      ['items[].id', 'integer, from 0', 'none'],
    ]);
  });
});

describe('the options in the README of a plugin', () => {
  const schema = { type: 'object', properties: { on: { type: 'boolean', default: true } } };

  it('are put before its dependencies where there are none yet', () => {
    const readme = withOptions('# One\n\n## Dependencies\n\nkysely\n', undefined);
    expect(readme).to.match(
      /^# One\n\n## Options\n\n<!-- options: [^]*\nNone\.\n[^]*\n## Dependencies\n/,
    );
  });

  it('replace the existing ones, and nothing else', () => {
    const before = withOptions('# One\n\n## Dependencies\n\nkysely\n', undefined);
    const after = withOptions(before, schema);
    expect(after).to.equal(before.replace('None.', () => describeOptions(schema)));
    expect(withOptions(after, schema)).to.equal(after);
  });

  it('end a README without dependencies', () => {
    expect(withOptions('# One\n', undefined)).to.match(
      /^# One\n\n## Options\n\n[^]*<!-- \/options -->\n$/,
    );
  });
});
