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

/** An entry of a list in the file, with its position. */
export interface Entry<Value> {
  readonly value: Value;
  readonly list: ListKey;
  readonly index: number;
}

/** An allocation file as written. Invalid entries are omitted from the lists and reported in `problems`. */
export interface AllocationFile {
  readonly yaml: YamlFile;
  readonly departments: readonly Entry<DepartmentEntry>[];
  readonly teams: readonly Entry<TeamEntry>[];
  readonly assignments: readonly Entry<AssignmentEntry>[];
  /** Violations of the schema. */
  readonly problems: readonly FileProblem[];
  /** The location of an entry's key, or of the entry itself. */
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

/** The names in a list, including those of entries that are invalid otherwise. */
export function namesIn({ yaml }: AllocationFile, list: 'departments' | 'teams'): Set<string> {
  const names = readEntries(yaml, list).map((value) => (value as { name?: unknown } | null)?.name);
  return new Set(names.filter((name) => typeof name === 'string'));
}

/** Whether invalid entries were omitted from the list. */
export const isWhole = (file: AllocationFile, list: ListKey): boolean =>
  readEntries(file.yaml, list).length === file[list].length;

/** The schema of an entry accepts .inf as a number; that of the file does not. */
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
