import { type Answer, joinAnswers, mapAnswer } from '../../api/answer.ts';
import { type Department, type Team } from '../../api/teams.ts';
import { formatDays } from '../../parts/days.ts';
import { counted } from '../../parts/number.ts';
import { Panel } from '../../parts/panel.tsx';
import { useView } from '../../parts/view.tsx';
import { type AskMore, AskMoreButton } from './ask-more.tsx';
import { byCost, byRunRate } from './shares.ts';
import { type TeamCosts } from './team-costs.ts';
import { Treemap } from './treemap.tsx';

interface AllocationProps {
  readonly list: Answer<{ readonly data: readonly Team[] }>;
  readonly departments: Answer<{ readonly data: readonly Department[] }>;
  readonly costs: Answer<readonly unknown[]>;
  readonly known: readonly TeamCosts[];
  readonly askMore: AskMore | undefined;
}

/** Who pays for what: departments, in them teams, and in these namespaces. */
export function Allocation({ list, departments, costs, known, askMore }: AllocationProps) {
  const { days, search, change } = useView();
  const isByRate = search.area === 'rate';
  const shown = mapAnswer(list, ({ data }) => data);
  const currency = list.data?.data[0]?.cost.current_run_rate_hourly?.currency ?? '';
  const inDepartments = (departments.data?.data ?? []).map(
    ({ id, metadata: { name }, teams, cost }) => ({
      id,
      name,
      teams,
      ...(isByRate && { amount: cost.current_run_rate_hourly?.amount }),
    }),
  );
  const asked = known.filter(({ total }) => total !== undefined);
  return (
    <Panel
      title="Who pays for what"
      unit={isByRate ? `${currency} per hour, now` : `${currency}, ${formatDays(days)}`}
      height={440}
      answer={isByRate ? shown : joinCosts(shown, costs, asked.length > 0)}
      controls={
        <select
          aria-label="Areas are"
          value={isByRate ? 'rate' : 'cost'}
          onChange={({ target: { value } }) => change({ area: value })}
        >
          <option value="cost">cost, down to namespaces</option>
          <option value="rate">run rate now, of all teams</option>
        </select>
      }
      empty={(rows) => rows.length === 0 && 'No team matches, or nothing is assigned to a team.'}
    >
      {(teams) => (
        <>
          <Treemap
            caption={isByRate ? 'Run rate per hour by team' : 'Cost by team and namespace'}
            departments={inDepartments}
            teams={isByRate ? byRunRate(teams) : byCost(asked)}
          />
          {!isByRate && askMore && (
            <AskMoreButton
              askMore={askMore}
              why={`shown: ${counted(asked.length, 'team')} of ${known.length}, those with the highest run rate`}
            />
          )}
        </>
      )}
    </Panel>
  );
}

/** The teams, once the cost of any is known. */
const joinCosts = (
  shown: Answer<readonly Team[]>,
  costs: Answer<readonly unknown[]>,
  isKnown: boolean,
): Answer<readonly Team[]> => ({
  ...mapAnswer(joinAnswers(shown, costs), ([teams]) => teams),
  ...(!isKnown && shown.data?.length !== 0 && { data: undefined }),
});
