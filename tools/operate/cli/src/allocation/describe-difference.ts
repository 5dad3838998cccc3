import { type Assignment, type Department, type Reference, type Team } from './allocation.ts';
import { describeName } from '../check-text.ts';
import { type Difference, type ListDifference } from './difference.ts';

type Fields = Record<string, string | null>;

/** A changed item; `before` and `after` hold only the fields that differ. */
export interface Change {
  readonly action: 'add' | 'change' | 'remove';
  readonly kind: 'department' | 'team' | 'assignment';
  /** Identifies the item: a name, or an entity and a team. */
  readonly of: Readonly<Record<string, unknown>>;
  readonly before?: Fields;
  readonly after?: Fields;
}

export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** Every change: departments, teams and assignments, each sorted by name. */
export function listChanges(difference: Difference): Change[] {
  return describeAll(difference).map(({ change }) => change);
}

/** One line per change, and the counts. */
export function describeDifference(
  difference: Difference,
  { isApplied }: { isApplied: boolean },
): string[] {
  const { added, changed, removed, unchanged } = countChanges(difference);
  const counts = isApplied
    ? `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`
    : `${added} to add, ${changed} to change, ${removed} to remove, ${unchanged} unchanged`;
  return [...describeAll(difference).map(({ line }) => line), counts];
}

export function countChanges({ departments, teams, assignments }: Difference): ChangeCounts {
  const lists: ListDifference<unknown>[] = [departments, teams, assignments];
  const total = (count: (list: ListDifference<unknown>) => number) =>
    lists.reduce((sum, list) => sum + count(list), 0);
  return {
    added: total(({ added }) => added.length),
    changed: total(({ changed }) => changed.length),
    removed: total(({ removed }) => removed.length),
    unchanged: total(({ unchanged }) => unchanged),
  };
}

interface Described {
  readonly change: Change;
  readonly line: string;
}

/** How items of one kind are described. */
interface Describer<Item> {
  readonly kind: Change['kind'];
  readonly subject: (item: Item) => string;
  readonly of: (item: Item) => Change['of'];
  readonly fields: (item: Item) => Fields;
}

const describeAll = ({ departments, teams, assignments }: Difference): Described[] => [
  ...describeList(departments, departmentDescriber),
  ...describeList(teams, teamDescriber),
  ...describeList(assignments, assignmentDescriber),
];

const departmentFields = ({ description, owner_email }: Department): Fields => ({
  description,
  owner_email,
});

const departmentDescriber: Describer<Department> = {
  kind: 'department',
  subject: ({ name }) => `department ${name}`,
  of: ({ name }) => ({ name }),
  fields: departmentFields,
};

const teamDescriber: Describer<Team> = {
  kind: 'team',
  subject: ({ name }) => `team ${name}`,
  of: ({ name }) => ({ name }),
  fields: (team) => ({
    department: team.department && describeReference(team.department),
    ...departmentFields(team),
  }),
};

const assignmentDescriber: Describer<Assignment> = {
  kind: 'assignment',
  subject: ({ team, cluster, entity_type, entity_name, entity_namespace, entity_identifier }) => {
    const entity =
      entity_type === 'namespace'
        ? entity_name
        : `${entity_namespace}/${entity_name} (${entity_identifier})`;
    return `assignment of ${entity_type} ${entity} in ${cluster.name} to ${describeReference(team)}`;
  },
  of: ({ team, cluster, entity_type, entity_name, entity_namespace, entity_identifier }) => ({
    team: team.name,
    team_origin: team.origin,
    cluster,
    entity_type,
    entity: entity_identifier,
    entity_name,
    namespace: entity_namespace,
  }),
  fields: ({ weight }) => ({ weight }),
};

const describeReference = ({ name, origin }: Reference) =>
  origin === 'k8s' ? `${name} (from a label)` : name;

function describeList<Item>(list: ListDifference<Item>, describer: Describer<Item>): Described[] {
  const { kind, subject, of, fields } = describer;
  const described = [
    ...list.added.map((item) => {
      const after = fields(item);
      return {
        item,
        change: { action: 'add', kind, of: of(item), after } as const,
        line: `+ ${subject(item)}${describeFields(after)}`,
      };
    }),
    ...list.changed.map(({ from, to }) => {
      const [before, after] = onlyDifferent(fields(from), fields(to));
      return {
        item: to,
        change: { action: 'change', kind, of: of(to), before, after } as const,
        line: `~ ${subject(to)}: ${describeChanges(before, after)}`,
      };
    }),
    ...list.removed.map((item) => ({
      item,
      change: { action: 'remove', kind, of: of(item), before: fields(item) } as const,
      line: `- ${subject(item)}`,
    })),
  ];
  return described.toSorted((a, b) => compareText(subject(a.item), subject(b.item)));
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function describeFields(fields: Fields): string {
  const told = Object.entries(fields).flatMap(([key, value]) =>
    value === null || value === '' ? [] : [`${key} ${describeValue(key, value)}`],
  );
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}

const describeChanges = (before: Fields, after: Fields): string =>
  Object.keys(after)
    .map((key) => `${key} ${describeValue(key, before[key])} -> ${describeValue(key, after[key])}`)
    .join(', ');

function describeValue(key: string, value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (key === 'description') return describeName(value);
  return key === 'weight' ? `${value} %` : value;
}

function onlyDifferent(before: Fields, after: Fields): [Fields, Fields] {
  const keys = Object.keys(after).filter((key) => before[key] !== after[key]);
  const pick = (fields: Fields) =>
    Object.fromEntries(keys.map((key) => [key, fields[key] ?? null]));
  return [pick(before), pick(after)];
}
