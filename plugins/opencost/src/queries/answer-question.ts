import { type Kysely, type RawBuilder } from 'kysely';
import { type Filter, listProperties } from '../question/filter.ts';
import { invalidParameter } from '../question/invalid-parameter.ts';
import { ledgerProperties } from '../question/property.ts';
import { type Question } from '../question/question.ts';
import { dayMs, type Window } from '../question/window.ts';
import { type OpencostRows } from '../tables.ts';
import { type SourceName } from './facts.ts';
import { prepareView } from './prepare-view.ts';
import { planReading, type Reading } from './reading.ts';
import { type Scope } from './scope.ts';
import { type AllocationRow, selectAllocations } from './select-allocations.ts';

/** An answer is made in memory, so that it holds so many allocations at most. */
const mostAllocations = 50_000;

/** What was found for a question. */
export interface Findings {
  /** Allocations, and of each set the sums of all. */
  readonly rows: readonly AllocationRow[];
  /** Of each set what the allocations are part of; none where they are all of it. */
  readonly bills: readonly AllocationRow[];
  /** Idle costs by node, where they are split. */
  readonly nodes: readonly AllocationRow[];
  /** What of the window has a history. */
  readonly covered: Window | undefined;
}

/** Reads what a question asks for, all of it from one view of the ledger. */
export const answerQuestion = (
  ledger: Kysely<OpencostRows>,
  question: Question,
  scope: Scope,
  now: Date,
): Promise<Findings> =>
  ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (view) => {
      const { reading, covered } = await prepareReading(view, question.sets, scope, now);
      const read = async (query: RawBuilder<AllocationRow>) => (await query.execute(view)).rows;
      const rows = await read(selectRows(question, reading, scope));
      if (rows.filter(({ name }) => name !== null).length > mostAllocations) {
        throw invalidParameter(
          'limit',
          `an answer holds at most ${mostAllocations} allocations: ask for fewer, or aggregate by less`,
        );
      }
      const billSource = chooseBill(question);
      const select = (source: SourceName, properties: Question['properties']) =>
        read(
          selectAllocations(
            { source, properties, filter: question.filter, offset: 0, limit: mostAllocations },
            reading,
            scope,
          ),
        );
      return {
        rows,
        covered,
        bills: billSource === undefined ? [] : await select(billSource, []),
        nodes: splitsIdle(question) ? await select('node', [{ name: 'node' }]) : [],
      };
    });

/** How sets are read, and what of them has a history. */
export async function prepareReading(
  view: Kysely<OpencostRows>,
  sets: readonly Window[],
  scope: Scope,
  now: Date,
): Promise<{ readonly reading: Reading; readonly covered: Window | undefined }> {
  const window = { start: sets[0]?.start ?? 0, end: sets.at(-1)?.end ?? 0 };
  const prepared = (await prepareView(scope, window).execute(view)).rows[0];
  const periods = (prepared?.periods ?? []).map(({ first_day, last_day }) => ({
    start: Date.parse(first_day),
    end: Date.parse(last_day) + dayMs,
  }));
  const { began = null, ended = null } = prepared ?? {};
  return {
    reading: planReading(sets, periods, now),
    covered:
      began === null || ended === null
        ? undefined
        : { start: Number(began) * 1000, end: Number(ended) * 1000 },
  };
}

/** There are no hours of namespaces that tell what was requested: those of their owners do. */
function selectRows(question: Question, reading: Reading, scope: Scope) {
  const { properties, detail, filter, offset, limit = mostAllocations + 1 } = question;
  const source = detail === 'namespace' && reading.hours.length > 0 ? 'owner' : detail;
  return selectAllocations({ source, properties, filter, offset, limit }, reading, scope);
}

/** Where all that matches is, with and without an allocation. */
function chooseBill({ detail, filter }: Question): SourceName | undefined {
  if (isOnClustersOnly(filter)) return 'cluster';
  const details = filter ? listProperties(filter).map(({ name }) => ledgerProperties[name]) : [];
  return detail === 'container' && !details.includes('container') ? 'owner' : undefined;
}

const isOnClustersOnly = (filter: Filter | undefined) =>
  filter === undefined || listProperties(filter).every(({ name }) => name === 'cluster');

export const splitsIdle = ({ splitsIdle: isAsked, includesIdle, filter }: Question): boolean =>
  isAsked && includesIdle && isOnClustersOnly(filter);
