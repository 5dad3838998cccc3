import {
  type Allocation,
  type Assignment,
  assignmentKey,
  type Department,
  type Team,
} from './allocation.ts';

export interface ListDifference<Item> {
  readonly added: readonly Item[];
  readonly changed: readonly { readonly from: Item; readonly to: Item }[];
  readonly removed: readonly Item[];
  readonly unchanged: number;
}

/** The changes that turn one allocation into another. */
export interface Difference {
  readonly departments: ListDifference<Department>;
  readonly teams: ListDifference<Team>;
  readonly assignments: ListDifference<Assignment>;
}

export function difference(present: Allocation, wanted: Allocation): Difference {
  return {
    departments: compare(present.departments, wanted.departments, getId, isSameOwner),
    teams: compare(present.teams, wanted.teams, getId, isSameTeam),
    assignments: compare(
      present.assignments,
      wanted.assignments,
      assignmentKey,
      (a, b) => a.weight === b.weight,
    ),
  };
}

const getId = ({ id }: { id: string }) => id;

const isSameOwner = (a: Department, b: Department) =>
  a.description === b.description && a.owner_email === b.owner_email;

const isSameTeam = (a: Team, b: Team) => isSameOwner(a, b) && a.department?.id === b.department?.id;

function compare<Item>(
  present: readonly Item[],
  wanted: readonly Item[],
  keyOf: (item: Item) => string,
  isSame: (a: Item, b: Item) => boolean,
): ListDifference<Item> {
  const before = new Map(present.map((item) => [keyOf(item), item]));
  const after = new Map(wanted.map((item) => [keyOf(item), item]));
  const kept = wanted.flatMap((to) => {
    const from = before.get(keyOf(to));
    return from === undefined ? [] : [{ from, to }];
  });
  const changed = kept.filter(({ from, to }) => !isSame(from, to));
  return {
    added: wanted.filter((item) => !before.has(keyOf(item))),
    changed,
    removed: present.filter((item) => !after.has(keyOf(item))),
    unchanged: kept.length - changed.length,
  };
}
