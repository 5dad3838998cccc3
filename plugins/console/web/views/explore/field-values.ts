import { type Answer, mapAnswer, useAnswer } from '../../api/answer.ts';
import { departments, nodes, workloads } from '../../api/filter-values.ts';
import { type Question } from '../../api/question.ts';
import { clusters, costLabels, explore, teams } from '../../api/questions.ts';
import { type Costing } from '../../api/questions.ts';
import { type Days } from '../../parts/days.ts';
import { useView } from '../../parts/view.tsx';
import { type Filter } from './filters.ts';
import { type GroupBy, type Key, readKey } from './groupings.ts';

/** So many are offered at a time: typing leaves fewer. */
const mostOffered = 40;

/** Where the values of a field come from. */
interface Source {
  readonly question: Question<unknown>;
  readonly read: (body: unknown) => readonly (string | undefined)[];
  /** Among what was looked. */
  readonly bound: string;
}

const source = <Body>(
  question: Question<Body>,
  read: (body: Body) => readonly (string | undefined)[],
  bound: string,
): Source => ({ question, read: (body) => read(body as Body), bound });

/** Fields that the explorer itself groups by: it searches all of their values. */
const groupedBy: Readonly<Record<string, readonly [GroupBy, Key]>> = {
  'workload/namespace': ['namespace', 'namespace'],
  'workload/name': ['workload', 'workloadName'],
  'workload/kind': ['controller_kind', 'workloadKind'],
  'pod/name': ['pod', 'podName'],
  'node/name': ['node', 'nodeName'],
  'node/instance_type': ['instance_type', 'instanceType'],
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
  costing: Costing,
): Source {
  const [groupBy, key] = groupedBy[`${axis}/${field}`] ?? [];
  if (groupBy && key) {
    const body = {
      group_by: groupBy,
      view_mode: 'grouped' as const,
      start_date: days.from,
      end_date: days.to,
      per_page: mostOffered,
      ...(text !== '' && { search: text }),
    };
    return source(
      explore(body),
      ({ data }) => data.rows.map((row) => readKey(row, key)),
      'with cost in these days, the most expensive first',
    );
  }
  if (axis === 'cluster') {
    const name = field as 'name' | 'provider' | 'region' | 'environment';
    return source(
      clusters(),
      ({ data }) => data.map(({ metadata }) => metadata[name]),
      'of the first 100 clusters',
    );
  }
  if (axis === 'node') {
    const name = nodeFields[field as keyof typeof nodeFields];
    return source(
      nodes(),
      ({ data }) => data.map(({ metadata }) => metadata[name]),
      'of the first 100 nodes',
    );
  }
  if (field === 'team') {
    return source(
      teams(costing),
      ({ data }) => data.map(({ metadata }) => metadata.name),
      'of the first 100 teams',
    );
  }
  if (field === 'department') {
    return source(
      departments(costing),
      ({ data }) => data.map(({ metadata }) => metadata.name),
      'of the first 100 departments',
    );
  }
  const label = field.slice('label:'.length);
  return source(
    workloads(costing),
    ({ data }) => data.map(({ metadata }) => metadata.labels[label]),
    'of the 100 most expensive workloads',
  );
}

export interface FieldValues {
  readonly answer: Answer<readonly string[]>;
  readonly bound: string;
}

/** Values that a field has, of which the text is a part. */
export function useFieldValues(filter: Pick<Filter, 'axis' | 'field'>, text: string): FieldValues {
  const { days, costing } = useView();
  const { question, read, bound } = chooseSource(filter, text, days, costing);
  const answer = useAnswer(question);
  return {
    bound,
    answer: mapAnswer(answer, (body) => {
      if (answer.isEarlier) return [];
      const values = read(body).filter((value) => value !== undefined);
      return [...new Set(values)].filter((value) => isPart(text, value)).slice(0, mostOffered);
    }),
  };
}

const isPart = (text: string, value: string) => value.toLowerCase().includes(text.toLowerCase());

/** Keys of labels that what has cost in these days has, the most expensive first. */
export function useLabelKeys(): Answer<readonly string[]> {
  const { days } = useView();
  return mapAnswer(useAnswer(costLabels(days)), ({ data }) => data.rows.map(({ key }) => key));
}
