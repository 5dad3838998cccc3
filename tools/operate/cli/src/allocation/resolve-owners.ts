import { type FileProblem } from '../yaml/file-error.ts';
import { randomUUID } from 'node:crypto';
import { isUuid } from '../uuid.ts';
import { type Department, type Reference, type Team } from './allocation.ts';
import { type AllocationFile, type Entry, namesIn } from './allocation-file.ts';
import { type DepartmentEntry } from './allocation-schema.ts';
import { checkOwners } from './check-owner.ts';
import { describeName } from '../check-text.ts';
import { type Present } from './read-allocation.ts';

export interface ResolvedOwners {
  readonly departments: Department[];
  readonly teams: Team[];
  readonly problems: FileProblem[];
}

/** The departments and teams that the file defines; existing ones keep their ids. */
export function resolveOwners(file: AllocationFile, present: Present): ResolvedOwners {
  const departments = file.departments.map(({ value }) => toOwner(value, present.departments));
  const findDepartment = finder(file, 'departments', departments, present.mirrored.departments);
  const problems = [...checkOwners(file, file.departments), ...checkOwners(file, file.teams)];
  const teams = file.teams.map((entry): Team => {
    const { value } = entry;
    const found = value.department === undefined ? null : findDepartment(value.department);
    if (typeof found === 'string') problems.push(unknownOwner(file, entry, 'department', found));
    return {
      ...toOwner(value, present.teams),
      department: typeof found === 'object' ? found : null,
    };
  });
  return { departments, teams, problems };
}

function toOwner(entry: DepartmentEntry, present: readonly Department[]): Department {
  const known = present.find(({ name }) => name === entry.name);
  return {
    id: known?.id ?? randomUUID(),
    name: entry.name,
    description: entry.description ?? '',
    owner_email: entry.owner_email ?? '',
  };
}

/**
 * Finds an owner that the file references: one of its own by name, else a mirrored one by name or
 * id. Returns the name if there is none, and undefined if that entry of the file is invalid.
 */
export function finder(
  file: AllocationFile,
  list: 'departments' | 'teams',
  wanted: readonly Department[],
  mirrored: readonly Reference[],
): (named: string) => Reference | string | undefined {
  const ids = new Map(mirrored.map((each) => [each.id, each]));
  const names = new Map(mirrored.map((each) => [each.name, each]));
  for (const { id, name } of wanted) names.set(name, { id, name, origin: 'native' });
  const written = namesIn(file, list);
  return (named) => {
    const byName = names.get(named);
    if (byName?.origin === 'native') return byName;
    if (written.has(named)) return undefined;
    return byName ?? (isUuid(named) ? ids.get(named.toLowerCase()) : undefined) ?? named;
  };
}

export function unknownOwner(
  file: AllocationFile,
  entry: Entry<unknown>,
  kind: 'team' | 'department',
  name: string,
): FileProblem {
  const what = `names the ${kind} ${describeName(name)}, which neither the file nor a label defines`;
  return file.problem(entry, kind, what, `add it under ${kind}s, or correct the name`);
}
