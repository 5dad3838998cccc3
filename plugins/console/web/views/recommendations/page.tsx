import { useAnswer } from '../../api/answer.ts';
import { recommendations } from '../../api/questions.ts';
import { Filters, useFilterQuery } from '../../parts/filters.tsx';
import { Pages, useCursor } from '../../parts/pages.tsx';
import { View } from '../../parts/view.tsx';
import { filters } from './filters.ts';
import { List } from './list.tsx';
import { MostUnused } from './most-unused.tsx';
import { Savings } from './savings.tsx';

/** Potential savings, with amounts and risks. */
export function Page() {
  const query = useFilterQuery(filters);
  const answer = useAnswer(recommendations({ ...query, include_total: true, cursor: useCursor() }));
  return (
    <View title="Recommendations" has={['range']}>
      <div className="stack">
        <Savings />
        <MostUnused />
        <div>
          <Filters filters={filters} />
          <List answer={answer} isFiltered={Object.keys(query).length > 0} />
          <Pages answer={answer} />
        </div>
      </div>
    </View>
  );
}
