import { type RawBuilder, sql } from 'kysely';
import { type LabelField } from '../question/grouping.ts';
import { type Question } from '../question/question.ts';
import { computedOnce } from './computed-once.ts';
import { type ExplorerScope, scopeTables } from './explorer-scope.ts';
import { type Reading } from './reading.ts';
import { selectFacts, type Source, sourceOfAll } from './source.ts';
import { addColumns, buildSums, zeroWithoutFacts } from './sums.ts';
import { joinOwners } from './units.ts';

/** A key and the cost of its owners, as rounded decimal text; null if no price is known. */
export interface LabelRow {
  readonly key: string;
  readonly value_count: number;
  readonly total_cost: string | null;
  readonly cost_share_percent: string | null;
}

export interface LabelPage {
  readonly rows: readonly LabelRow[];
  readonly row_count: number;
  /** Cost of all owners, with and without labels. */
  readonly total_cost: string | null;
}

/** The label or annotation keys of owners of cost, most expensive first. */
export function selectLabels(
  field: LabelField,
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
): RawBuilder<LabelPage> {
  const { inheritsLabels, search = '', page, perPage } = question;
  const sumOver = (source: Source, keys: readonly string[]) => {
    const { total = [] } = buildSums(source, question, ['total']);
    return sql`${zeroWithoutFacts(addColumns(total))} as total
      ${selectFacts(source, question, scope, reading, { keys, amounts: total })}`;
  };
  const own = sql.ref(`owner.${field}`);
  return sql<LabelPage>`
    with ${scopeTables(scope)} whole as materialized (select ${sumOver(sourceOfAll(question), [])}),
    owned as ${computedOnce} (
      select fact.cluster_id, fact.description_id,
        ${sumOver({ facts: 'workload' }, ['cluster_id', 'description_id'])}
      group by fact.cluster_id, fact.description_id
    ),
    label as ${computedOnce} (
      select entry.key, entry.value, owned.total
      from owned ${joinOwners(scope, 'owned')} cross join lateral jsonb_each_text(${inheritsLabels ? sql`${sql.ref(`owner.namespace_${field}`)} || ${own}` : own}) as entry
    ),
    label_value as materialized (
      select key, sum(total) as total from label
      where strpos(lower(key), lower(${search})) > 0 group by key, value
    ),
    label_key as materialized (
      select key, count(*)::integer as value_count, sum(total) as total from label_value group by key
    ),
    shown as (
      select key, value_count, round(total / 3600, 4)::text as total_cost,
        round(total * 100 / nullif((select total from whole), 0), 2)::text as cost_share_percent
      from label_key order by total desc nulls last, key collate "C"
      limit ${perPage} offset ${(page - 1) * perPage}
    )
    select (select coalesce(json_agg(shown), '[]') from shown) as rows,
      (select count(*)::integer from label_key) as row_count,
      round(total / 3600, 4)::text as total_cost
    from whole`;
}
