import { addCosts } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type Source } from './source.ts';

/** Sums that a query computes, in figures × seconds. */
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

/** The columns that make up each sum; sums that cannot be produced are missing. */
export type Sums = Readonly<Partial<Record<SumName, Columns>>>;

/** Columns of a table beyond direct compute cost. */
interface OtherCosts {
  /** Direct cost; basis `all` only. */
  readonly storage: Columns;
  /** `fully_loaded` only. */
  readonly idle: Columns;
  readonly overhead: Columns;
  /** `fully_loaded` and basis `all` only. */
  readonly nonNodeCosts: Columns;
}

const ownerCosts: OtherCosts = {
  storage: ['storage_cost_seconds'],
  idle: ['idle_cost_seconds'],
  overhead: ['overhead_cost_seconds'],
  nonNodeCosts: ['management_cost_seconds'],
};
const otherCosts: Readonly<Record<Source['facts'], OtherCosts>> = {
  workload: ownerCosts,
  namespace: ownerCosts,
  container: { ...ownerCosts, storage: [] },
  node: {
    storage: [],
    idle: ['idle_cost_seconds', 'unallocated_cost_seconds'],
    overhead: ['overhead_cost_seconds'],
    nonNodeCosts: [],
  },
  cluster: {
    ...ownerCosts,
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
 * Tables with a column for fully loaded compute cost, which is read instead of the five that it sums,
 * unless those are needed as well.
 */
const withLoadedCompute: readonly Source['facts'][] = ['workload', 'container'];

/** The requested sums that a source can produce, in the cost mode and basis of the query. */
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
    ...(isLoaded ? { idle: isAllocated ? ownerCosts.idle : own.idle, overhead: own.overhead } : {}),
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

/** The sum of columns over facts. Each column is summed by itself, because several sums share one. */
export const addColumns = (columns: Columns = []): RawBuilder<string | null> =>
  addCosts(columns, (column) => sql`sum(${sql.ref(`fact.${column}`)})`);

/** 0 without rows; null if there are rows but no price is known. */
export const zeroWithoutFacts = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when count(*) = 0 then 0 else ${sum} end`;
