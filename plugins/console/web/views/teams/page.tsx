import { useState } from 'react';
import { useAnswer, useEachAnswer } from '../../api/answer.ts';
import { departments } from '../../api/filter-values.ts';
import { teams } from '../../api/questions.ts';
import { teamCost } from '../../api/teams.ts';
import { Filters } from '../../parts/filters.tsx';
import { toText } from '../../parts/address.ts';
import { Pages, useCursor } from '../../parts/pages.tsx';
import { useView, View } from '../../parts/view.tsx';
import { Allocation } from './allocation.tsx';
import { Departments } from './departments.tsx';
import { filters } from './filters.ts';
import { shownNamespaces, toTeamCosts } from './team-costs.ts';
import { TeamTable } from './team-table.tsx';
import { Unowned } from './unowned.tsx';

/** Who pays for what, and what nobody owns. */
export function Page() {
  const { search } = useView();
  // What was asked for is of one list: another begins anew.
  const list = `${toText(search.department_id)} ${toText(search.cursor)}`;
  return (
    <View title="Teams and departments" has={['range', 'mode', 'basis']}>
      <TeamsView key={list} />
    </View>
  );
}

/** With the other questions of this view, 12 requests. */
const askedAtFirst = 6;
const askedNext = 12;

function TeamsView() {
  const { search, days, costing } = useView();
  const [asked, setAsked] = useState(askedAtFirst);
  const departmentId = toText(search.department_id);
  const list = useAnswer(
    teams(costing, {
      cursor: useCursor(),
      ...(departmentId && { department_id: departmentId.split(',') }),
    }),
  );
  const inDepartments = useAnswer(departments(costing));
  const listed = list.data?.data ?? [];
  const costs = useEachAnswer(
    listed
      .slice(0, asked)
      .map(({ metadata: { name } }) =>
        teamCost(name, days, costing, { per_page: shownNamespaces }),
      ),
  );
  const known = toTeamCosts(listed, costs.data ?? []);
  const askMore =
    listed.length > asked && !costs.absence
      ? {
          count: Math.min(askedNext, listed.length - asked),
          ask: () => setAsked(asked + askedNext),
        }
      : undefined;
  return (
    <div className="stack">
      <div>
        <Filters filters={filters} />
        <Allocation
          list={list}
          departments={inDepartments}
          costs={costs}
          known={known}
          askMore={askMore}
        />
      </div>
      <div>
        <TeamTable list={list} costs={costs} known={known} askMore={askMore} />
        <Pages answer={list} />
      </div>
      <div className="grid-2">
        <Departments answer={inDepartments} />
        <Unowned />
      </div>
    </div>
  );
}
