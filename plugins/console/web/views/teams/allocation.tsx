import { type Answer, joinAnswers, mapAnswer } from '../../api/answer.ts';
import { type Department, type Team } from '../../api/teams.ts';
import { Panel } from '../../parts/panel.tsx';
import { useView } from '../../parts/view.tsx';
import { byCost, byRunRate } from './shares.ts';
import { type TeamCosts } from './team-costs.ts';
import { Treemap } from './treemap.tsx';

interface AllocationProps {
  readonly listed: Answer<readonly Team[]>;
  readonly departments: Answer<{ readonly data: readonly Department[] }>;
  readonly costs: Answer<readonly TeamCosts[]>;
}

/** The allocation of cost to departments, teams and namespaces. */
export function Allocation({ listed, departments, costs }: AllocationProps) {
  const { search, change } = useView();
  const isByRate = search.area === 'rate';
  const currency = listed.data?.[0]?.cost.current_run_rate_hourly?.currency ?? '';
  const known = (departments.data?.data ?? []).map(({ id, metadata: { name }, teams, cost }) => ({
    id,
    name,
    teams,
    ...(isByRate && { amount: cost.current_run_rate_hourly?.amount }),
  }));
  const ofTeams = (listed.data ?? []).flatMap(({ metadata }) => metadata.department ?? []);
  const others = ofTeams.filter(({ id }) => !known.some((one) => one.id === id));
  const inDepartments = [...known, ...new Map(others.map((one) => [one.id, one])).values()];
  return (
    <Panel
      title="Cost allocation"
      unit={isByRate ? `${currency} per hour, now` : `${currency} in this range`}
      height={440}
      answer={
        isByRate
          ? mapAnswer(listed, byRunRate)
          : mapAnswer(joinAnswers(listed, costs), ([, known]) => byCost(known))
      }
      controls={
        <select
          aria-label="Size of areas"
          value={isByRate ? 'rate' : 'cost'}
          onChange={({ target: { value } }) => change({ area: value })}
        >
          <option value="cost">cost, by team and namespace</option>
          <option value="rate">run rate now</option>
        </select>
      }
      empty={(shares) => shares.length === 0 && 'No team matches, or no team has assignments.'}
    >
      {(shares) => (
        <Treemap
          caption={isByRate ? 'Run rate per hour by team' : 'Cost by team and namespace'}
          departments={inDepartments}
          teams={shares}
        />
      )}
    </Panel>
  );
}
