import { type FileProblem } from '../yaml/file-error.ts';
import { formatFixedPoint, parseFixedPoint } from '@costplane/pricing';
import { type AllocationFile, type Entry, isWhole } from './allocation-file.ts';
import { type AssignmentEntry } from './allocation-schema.ts';
import { describeName } from '../check-text.ts';

/** A team's share of an entity, before its weight is known. */
export interface Portion {
  readonly entry: Entry<AssignmentEntry>;
  readonly entityKey: string;
  readonly teamKey: string;
  /** Description of the entity for messages. */
  readonly subject: string;
}

type Weights = Map<Entry<AssignmentEntry>, string>;

const all = parseFixedPoint('100');
const maxTeams = 10;

/**
 * Exact weights in percent, which sum to 100 per entity. A single team without a weight has 100.
 * With invalid entries, whose weights are unknown, sums are not checked.
 */
export function weigh(
  file: AllocationFile,
  portions: readonly Portion[],
): { weights: Weights; problems: FileProblem[] } {
  const weights: Weights = new Map();
  const problems: FileProblem[] = [];
  for (const entityPortions of Map.groupBy(portions, ({ entityKey }) => entityKey).values()) {
    problems.push(
      ...checkTeams(file, entityPortions),
      ...weighEntity(file, entityPortions, weights),
    );
  }
  return { weights, problems };
}

function* checkTeams(file: AllocationFile, portions: readonly Portion[]): Generator<FileProblem> {
  const first = new Map<string, number>();
  for (const { entry, teamKey, subject } of portions) {
    const known = first.get(teamKey);
    first.set(teamKey, known ?? entry.index);
    if (known !== undefined) {
      const what = `assigns ${subject} to ${describeName(entry.value.team)}, which assignments[${known}] already does`;
      yield file.problem(entry, undefined, what, 'remove one of them');
    }
  }
  const tooMany = portions[maxTeams];
  if (tooMany && first.size > maxTeams) {
    const what = `is one of ${first.size} teams of ${tooMany.subject}`;
    yield file.problem(
      tooMany.entry,
      undefined,
      what,
      `share it between at most ${maxTeams} teams`,
    );
  }
}

function* weighEntity(
  file: AllocationFile,
  portions: readonly Portion[],
  weights: Weights,
): Generator<FileProblem> {
  const read = portions.map((portion) => readWeight(file, portion, portions.length === 1));
  let total = 0n;
  for (const [index, { entry }] of portions.entries()) {
    const weight = read[index];
    if (typeof weight === 'bigint') {
      total += weight;
      weights.set(entry, formatFixedPoint(weight));
    } else if (weight) yield weight;
  }
  const [first] = portions;
  const isKnown =
    read.every((weight) => typeof weight === 'bigint') && isWhole(file, 'assignments');
  if (!first || !isKnown || total === all) return;
  const what = `is the first weight of ${first.subject}, whose weights sum to ${formatFixedPoint(total)}`;
  const key = first.entry.value.weight === undefined ? undefined : 'weight';
  yield file.problem(first.entry, key, what, 'make them sum to exactly 100');
}

function readWeight(
  file: AllocationFile,
  { entry }: Portion,
  isOnly: boolean,
): bigint | FileProblem {
  if (entry.value.weight === undefined) {
    if (isOnly) return all;
    const what = 'has no weight, but its entity has several assignments';
    return file.problem(entry, undefined, what, 'give each of them a weight');
  }
  const written = file.yaml.writtenAt(['assignments', entry.index, 'weight']) ?? '';
  const weight = /^\d{1,3}(?:\.\d{1,12})?$/.test(written) ? parseFixedPoint(written) : 0n;
  if (weight > 0n && weight <= all) return weight;
  const what = `has the weight ${written}`;
  const fix = 'give a decimal above 0 and at most 100, such as 33.34, with at most 12 decimals';
  return file.problem(entry, 'weight', what, fix);
}
