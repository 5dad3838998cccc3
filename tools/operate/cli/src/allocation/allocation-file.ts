import { compileSchema } from '@costplane/kernel/loader';
import { compileYamlCheck } from '../yaml/check-yaml.ts';
import { type FileProblem } from '../yaml/file-error.ts';
import { type YamlFile } from '../yaml/parse-yaml.ts';
import {
  allocationSchema,
  type AssignmentEntry,
  type DepartmentEntry,
  entrySchemas,
  type TeamEntry,
} from './allocation-schema.ts';

type ListKey = keyof typeof entrySchemas;

/** An entry of a list of the file, which knows its place. */
export interface Entry<Value> {
  readonly value: Value;
  readonly list: ListKey;
  readonly index: number;
}

/**
 * An allocation file as it was written. Entries that cannot be read are left out of the lists: they
 * are among the problems.
 */
export interface AllocationFile {
  readonly yaml: YamlFile;
  readonly departments: readonly Entry<DepartmentEntry>[];
  readonly teams: readonly Entry<TeamEntry>[];
  readonly assignments: readonly Entry<AssignmentEntry>[];
  /** What is wrong with its form. */
  readonly problems: readonly FileProblem[];
  /** What an entry's key is reported with, or the entry itself. */
  problem(entry: Entry<unknown>, key: string | undefined, what: string, fix: string): FileProblem;
}

const checkForm = compileYamlCheck(allocationSchema);
const isReadable = {
  departments: compileSchema(entrySchemas.departments),
  teams: compileSchema(entrySchemas.teams),
  assignments: compileSchema(entrySchemas.assignments),
};

export function readAllocationFile(yaml: YamlFile): AllocationFile {
  return {
    yaml,
    problems: checkForm(yaml),
    departments: readableEntries<DepartmentEntry>(yaml, 'departments'),
    teams: readableEntries<TeamEntry>(yaml, 'teams'),
    assignments: readableEntries<AssignmentEntry>(yaml, 'assignments').filter(hasFiniteWeight),
    problem: ({ list, index }, key, what, fix) => {
      const path = key === undefined ? [list, index] : [list, index, key];
      return yaml.problem(path, `${list}[${index}] ${what}`, fix);
    },
  };
}

/** The names of a list, also those of entries that cannot be read otherwise. */
export function namesIn({ yaml }: AllocationFile, list: 'departments' | 'teams'): Set<string> {
  const names = readEntries(yaml, list).map((value) => (value as { name?: unknown } | null)?.name);
  return new Set(names.filter((name) => typeof name === 'string'));
}

/** Whether entries of the list were left out. */
export const isWhole = (file: AllocationFile, list: ListKey): boolean =>
  readEntries(file.yaml, list).length === file[list].length;

/** The schema of an entry takes .inf for a number, that of the file does not. */
const hasFiniteWeight = ({ value: { weight = 0 } }: Entry<AssignmentEntry>) =>
  Number.isFinite(weight);

function readableEntries<Value>(yaml: YamlFile, list: ListKey): Entry<Value>[] {
  return readEntries(yaml, list).flatMap((value, index) =>
    isReadable[list](value) ? [{ value: value as Value, list, index }] : [],
  );
}

function readEntries({ value }: YamlFile, list: ListKey): unknown[] {
  const entries = (value as Record<string, unknown> | null)?.[list];
  return Array.isArray(entries) ? entries : [];
}
