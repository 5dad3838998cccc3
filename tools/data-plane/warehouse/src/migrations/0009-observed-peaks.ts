import { type Kysely, sql } from 'kysely';

/** What rightsizing needs so that it never recommends below what was observed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** A timestamp of metrics_snapshot.window, without fractions of seconds. */
const inSeconds = (name: string) => `jsonb_build_object('${name}',
  regexp_replace(metrics_snapshot -> 'window' ->> '${name}', '\\.\\d+Z$', 'Z'))`;

/** The figures of a resource, with six decimals at most; null where there are none. */
const rounded = (resource: string) => `jsonb_build_object('${resource}', (
  select jsonb_object_agg(key, case jsonb_typeof(value)
    when 'number' then to_jsonb(trim_scale(round(value::numeric, 6))) else value end)
  from jsonb_each(nullif(container -> '${resource}', 'null'))))`;

const statements = [
  // The highest use of each day with its minute: [{day, first_minute, minutes, samples, maximum,
  // maximum_at}], oldest first. Maxima of before are not exact, so the histograms begin anew, and
  // what was recommended without them is archived.
  `delete from usage_histograms`,
  `alter table usage_histograms add column days jsonb not null,
    drop column maximum, drop column samples, drop column minutes, drop column first_sample_at`,
  `update recommendations set status = 'archived', updated_at = now()
    where recommendation_type = 'workload_rightsizing' and status = 'pending'`,

  // What later snapshots of the same minute report: no more samples, but they may hold the peak.
  `alter table usage_minutes add column later_samples jsonb`,

  // What horizontal pod autoscalers hold CPU at, in percent of the request: by container, and by ''
  // of the pods as a whole.
  `alter table workloads add column hpa_cpu_targets jsonb not null default '{}'`,
  // When the last out-of-memory kill was seen; null: none was, or it was there from the start.
  `alter table containers add column oom_killed_at timestamptz`,

  // Snapshots of before say when in seconds, and numbers without exponents. The sizes at the last
  // kill give up their name to its time.
  `update recommendations set metrics_snapshot = metrics_snapshot || jsonb_build_object(
      'window', metrics_snapshot -> 'window' || ${inSeconds('start_at')} || ${inSeconds('end_at')},
      'containers', (
        select jsonb_agg(container - 'oom_killed_at' || ${rounded('cpu')} || ${rounded('memory')}
          || jsonb_build_object('sizes_at_oom_kill', container -> 'oom_killed_at')
          order by position)
        from jsonb_array_elements(metrics_snapshot -> 'containers')
          with ordinality as listed (container, position)))
    where metrics_snapshot -> 'window' ? 'start_at'
      and metrics_snapshot @? '$.containers[*].oom_killed_at ? (@.type() == "object")'`,
];
