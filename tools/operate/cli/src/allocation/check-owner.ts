import { type FileProblem } from '../yaml/file-error.ts';
import { type AllocationFile, type Entry } from './allocation-file.ts';
import { type DepartmentEntry } from './allocation-schema.ts';
import { describeName, fault } from '../check-text.ts';

/** Checks the fields that departments and teams share. */
export function checkOwners(
  file: AllocationFile,
  entries: readonly Entry<DepartmentEntry>[],
): FileProblem[] {
  return [
    ...checkNamesDiffer(file, entries),
    ...entries.flatMap((entry) => [...checkOwner(file, entry)]),
  ];
}

function checkNamesDiffer(
  file: AllocationFile,
  entries: readonly Entry<DepartmentEntry>[],
): FileProblem[] {
  const first = new Map<string, number>();
  return entries.flatMap((entry) => {
    const { name } = entry.value;
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, entry.index);
      return [];
    }
    const what = `has the name ${describeName(name)}, which ${entry.list}[${known}] already has`;
    return [file.problem(entry, 'name', what, 'remove one of them, or give it another name')];
  });
}

const maxNameCharacters = 512;
const maxDescriptionCharacters = 4096;
const comma = { what: 'has a comma, which separates names in filters', fix: 'remove it' };

function* checkOwner(file: AllocationFile, entry: Entry<DepartmentEntry>): Generator<FileProblem> {
  const { name, description = '', owner_email, origin = 'native' } = entry.value;
  const nameFault =
    fault(name, { maxCharacters: maxNameCharacters }) ?? (name.includes(',') ? comma : undefined);
  if (nameFault)
    yield file.problem(entry, 'name', `has a name that ${nameFault.what}`, nameFault.fix);
  const textFault = fault(description, {
    maxCharacters: maxDescriptionCharacters,
    mayBeEmpty: true,
    mayHaveLines: true,
  });
  if (textFault) {
    yield file.problem(
      entry,
      'description',
      `has a description that ${textFault.what}`,
      textFault.fix,
    );
  }
  if (owner_email !== undefined && !isEmail(owner_email)) {
    const what = `has an owner_email that is not an email address (got ${describeName(owner_email)})`;
    yield file.problem(entry, 'owner_email', what, 'use the form name@example.com, or remove it');
  }
  if (origin !== 'native') {
    const what = `has the origin ${describeName(origin)}, which is reserved for entries mirrored from labels`;
    yield file.problem(entry, 'origin', what, 'use native, or remove the entry from the file');
  }
}

/** The rule of browsers (HTML, "valid e-mail address"). */
const emailText =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const maxEmailCharacters = 254;

const isEmail = (text: string) => text.length <= maxEmailCharacters && emailText.test(text);
