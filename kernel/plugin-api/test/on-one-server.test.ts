import { expect } from 'chai';
import { onOneServer, toDistributed } from '../src/listing/on-one-server.ts';

const toText = (...parts: Parameters<typeof onOneServer>) =>
  onOneServer(...parts)
    .toOperationNode()
    .sqlFragments.join('');

describe('SQL for one server', () => {
  it('is replaced in a distributed warehouse, wherever it occurs', () => {
    const left = toText('left', 'inner');
    const once = toText('materialized', 'not materialized');
    const end = toText('', 'offset 0');
    expect(
      toDistributed(`with a as ${once} (b ${left} join c ${left} join d), e (f ${end})`),
    ).to.equal('with a as not materialized (b inner join c inner join d), e (f offset 0)');
  });

  it('is not made up by the texts of two literals', () => {
    const [start, end] = toText('left', 'inner').split('left');
    const statement = `select '${start}', secret, '${end}'`;
    expect(toDistributed(statement)).to.equal(statement);
  });
});
