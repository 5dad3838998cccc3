import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type Source } from './source.ts';

/** What is added up, of figures × seconds. */
export const sumNames = [
  'total',
  'cpu',
  'memory',
  'gpu',
  'storage',
  'idle',
  'overhead',
  'cpu_requested',
  'cpu_used',
  'memory_requested',
  'memory_used',
] as const;
export type SumName = (typeof sumNames)[number];

type Columns = readonly string[];

/** Columns whose sum each is; one that is missing is not produced. */
export type Sums = Readonly<Partial<Record<SumName, Columns>>>;

/** What of a bill is no direct cost of compute, by the table. */
interface OtherCosts {
  /** Direct, in `all`. */
  readonly storage: Columns;
  /** Fully loaded. */
  readonly idle: Columns;
  readonly overhead: Columns;
  /** Fully loaded, in `all`. */
  readonly nonNodeCosts: Columns;
}

const ofOwners: OtherCosts = {
  storage: ['storage_cost_seconds'],
  idle: ['idle_cost_seconds'],
  overhead: ['overhead_cost_seconds'],
  nonNodeCosts: ['management_cost_seconds'],
};
const otherCosts: Readonly<Record<Source['facts'], OtherCosts>> = {
  workload: ofOwners,
  namespace: ofOwners,
  container: { ...ofOwners, storage: [] },
  node: {
    storage: [],
    idle: ['idle_cost_seconds', 'unallocated_cost_seconds'],
    overhead: ['overhead_cost_seconds'],
    nonNodeCosts: [],
  },
  cluster: {
    ...ofOwners,
    idle: ['idle_cost_seconds', 'unallocated_compute_cost_seconds'],
    nonNodeCosts: [
      'unallocated_storage_cost_seconds',
      'management_cost_seconds',
      'unallocated_management_cost_seconds',
    ],
  },
};

const quantities = {
  cpu_requested: ['cpu_requested_core_seconds'],
  cpu_used: ['cpu_used_core_seconds'],
  memory_requested: ['memory_requested_byte_seconds'],
  memory_used: ['memory_used_byte_seconds'],
};

/**
 * These tables hold what a fully loaded owner costs in compute: one column to read, not five, unless
 * the five are read anyway.
 */
const withLoadedCompute: readonly Source['facts'][] = ['workload', 'container'];

/** What the rows of a source hold of the sums that are wanted, in the mode and the basis of the question. */
export function buildSums(
  source: Source,
  question: Question,
  wanted: readonly SumName[] = sumNames,
): Sums {
  const { facts, isPaidByNode, isAllocated } = source;
  const isLoaded = question.costMode === 'fully_loaded';
  const isAll = question.basis === 'all';
  const own = otherCosts[facts];
  const compute = {
    cpu: ['cpu_cost_seconds'],
    memory: ['memory_cost_seconds'],
    gpu: ['gpu_cost_seconds'],
    ...(isLoaded ? { idle: isAllocated ? ofOwners.idle : own.idle, overhead: own.overhead } : {}),
  };
  const storage = isAll ? own.storage : [];
  const hasNonNodeCosts = isLoaded && isAll && isPaidByNode !== true;
  const nonNodeCosts = hasNonNodeCosts ? own.nonNodeCosts : [];
  const isOfParts = Object.keys(compute).every((name) => wanted.includes(name as SumName));
  const computeTotal =
    isLoaded && withLoadedCompute.includes(facts) && !isOfParts
      ? ['loaded_compute_cost_seconds']
      : Object.values(compute).flat();
  const sums: Sums = {
    total: [...computeTotal, ...storage, ...nonNodeCosts],
    ...compute,
    ...(storage.length > 0 ? { storage } : {}),
    ...(isLoaded ? { overhead: [...own.overhead, ...nonNodeCosts] } : {}),
    ...(facts === 'cluster' ? {} : quantities),
  };
  return Object.fromEntries(wanted.flatMap((name) => (sums[name] ? [[name, sums[name]]] : [])));
}

export const listNames = (sums: Sums): SumName[] => Object.keys(sums) as SumName[];

/**
 * The sum over facts, column by column, since several sums are made of one. What is not known is left
 * out; with nothing known it is null.
 */
export function addColumns(columns: Columns = []): RawBuilder<string | null> {
  const sums = columns.map((column) => sql`sum(${sql.ref(`fact.${column}`)})`);
  const terms = sums.map((sum) => sql`coalesce(${sum}, 0)`);
  return sql`case when coalesce(${sql.join(sums)}) is not null then ${sql.join(terms, sql` + `)} end`;
}

/** Nothing costs nothing; with rows of which no price is known, neither is the sum. */
export const orNothing = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when count(*) = 0 then 0 else ${sum} end`;
