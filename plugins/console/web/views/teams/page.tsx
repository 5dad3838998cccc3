import { mapAnswer, useAnswer, useAnswers } from '../../api/answer.ts';
import { departments } from '../../api/filter-values.ts';
import { teams } from '../../api/questions.ts';
import { costByTeam, costByTeamAndNamespace } from '../../api/teams.ts';
import { Filters } from '../../parts/filters.tsx';
import { toText } from '../../parts/address.ts';
import { Pages, useCursor } from '../../parts/pages.tsx';
import { useView, View } from '../../parts/view.tsx';
import { Allocation } from './allocation.tsx';
import { Departments } from './departments.tsx';
import { filters } from './filters.ts';
import { toTeamCosts } from './team-costs.ts';
import { TeamTable } from './team-table.tsx';
import { Unowned } from './unowned.tsx';

/** Cost allocation, and cost without an owner. */
export function Page() {
  const { search, days, costing } = useView();
  const departmentId = toText(search.department_id);
  const list = useAnswer(
    teams(costing, {
      cursor: useCursor(),
      ...(departmentId && { department_id: departmentId.split(',') }),
    }),
  );
  const listed = mapAnswer(list, ({ data }) => data);
  const inDepartments = useAnswer(departments(costing));
  const costs = useAnswers([costByTeam(days, costing), costByTeamAndNamespace(days, costing)]);
  const known = mapAnswer(costs, (answers) => toTeamCosts(listed.data ?? [], answers));
  return (
    <View title="Teams and departments" has={['range', 'mode', 'basis']}>
      <div className="stack">
        <div>
          <Filters filters={filters} />
          <Allocation listed={listed} departments={inDepartments} costs={known} />
        </div>
        <div>
          <TeamTable
            listed={listed}
            costs={costs}
            known={known}
            isPaged={search.cursor !== undefined || list.data?.meta.pagination.has_more === true}
          />
          <Pages answer={list} />
        </div>
        <div className="grid-2">
          <Departments answer={inDepartments} />
          <Unowned answer={costs} />
        </div>
      </div>
    </View>
  );
}
