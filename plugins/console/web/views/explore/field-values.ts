import { type Answer, mapAnswer, useAnswer, useAnswers } from '../../api/answer.ts';
import { nodes } from '../../api/filter-values.ts';
import { type Question } from '../../api/question.ts';
import { clusters, costLabels, explore } from '../../api/questions.ts';
import { type Days } from '../../parts/days.ts';
import { useView } from '../../parts/view.tsx';
import { type Filter } from './filters.ts';
import { findGrouping, type GroupBy, isLabel, readKey } from './groupings.ts';

/** The maximum number of suggested values. */
const maxOffered = 40;

/** The source of the values of a field. */
interface Source {
  readonly question: Question<unknown>;
  readonly read: (body: unknown) => readonly (string | undefined)[];
  /** What the suggestions cover. */
  readonly bound: string;
}

const source = <Body>(
  question: Question<Body>,
  read: (body: Body) => readonly (string | undefined)[],
  bound: string,
): Source => ({ question, read: (body) => read(body as Body), bound });

/** Fields by which the explorer can group, so that it can search all values. */
const groupedBy: Readonly<Record<string, GroupBy>> = {
  'workload/namespace': 'namespace',
  'workload/team': 'owner:team',
  'workload/department': 'owner:department',
  'workload/name': 'workload',
  'workload/kind': 'controller_kind',
  'pod/name': 'pod',
  'node/name': 'node',
  'node/instance_type': 'instance_type',
};

const nodeFields = {
  node_group: 'node_group',
  zone: 'availability_zone',
  capacity_type: 'capacity_type',
  architecture: 'architecture',
} as const;

function chooseSource(
  { axis, field }: Pick<Filter, 'axis' | 'field'>,
  text: string,
  days: Days,
): Source | undefined {
  const groupBy = isLabel(field) ? field : groupedBy[`${axis}/${field}`];
  if (groupBy) {
    const body = {
      group_by: groupBy,
      view_mode: 'grouped' as const,
      start_date: days.from,
      end_date: days.to,
      per_page: maxOffered,
      ...(text !== '' && { search: text }),
    };
    const { name } = findGrouping(groupBy);
    return source(
      explore(body),
      // A row may have several owners.
      ({ data }) => data.rows.flatMap((row) => readKey(row, name)?.split(', ')),
      'with cost in this range, most expensive first',
    );
  }
  if (axis === 'cluster') {
    const name = field as 'name' | 'provider' | 'region' | 'environment';
    return source(
      clusters(),
      ({ data }) => data.map(({ metadata }) => metadata[name]),
      'of the first 5,000 clusters',
    );
  }
  if (axis !== 'node') return undefined;
  const name = nodeFields[field as keyof typeof nodeFields];
  return source(
    nodes(),
    ({ data }) => data.map(({ metadata }) => metadata[name]),
    'of the first 100 nodes',
  );
}

interface FieldValues {
  readonly answer: Answer<readonly string[]>;
  readonly bound: string;
}

/** Existing values of a field that contain the text. */
export function useFieldValues(filter: Pick<Filter, 'axis' | 'field'>, text: string): FieldValues {
  const { days } = useView();
  const chosen = chooseSource(filter, text, days);
  const answer = useAnswers(chosen ? [chosen.question] : []);
  return {
    bound: chosen?.bound ?? 'appear after you enter a key',
    answer: mapAnswer(answer, ([body]) => {
      if (answer.isEarlier || !chosen) return [];
      const values = chosen.read(body).filter((value) => value !== undefined);
      return [...new Set(values)].filter((value) => isPart(text, value)).slice(0, maxOffered);
    }),
  };
}

const isPart = (text: string, value: string) => value.toLowerCase().includes(text.toLowerCase());

/** Label or annotation keys of workloads with cost in this range, most expensive first. */
export function useLabelKeys(kind: 'label' | 'annotation'): readonly string[] {
  const { days } = useView();
  return useAnswer(costLabels(kind, days)).data?.data.rows.map(({ key }) => key) ?? [];
}
