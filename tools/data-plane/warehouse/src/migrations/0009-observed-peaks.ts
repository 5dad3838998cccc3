import { type Kysely, sql } from 'kysely';

/** Data that rightsizing needs to never recommend less than an observed peak. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** A timestamp of metrics_snapshot.window, without fractional seconds. */
const inSeconds = (name: string) => `jsonb_build_object('${name}',
  regexp_replace(metrics_snapshot -> 'window' ->> '${name}', '\\.\\d+Z$', 'Z'))`;

/** The figures of a resource with at most six decimals; null without figures. */
const rounded = (resource: string) => `jsonb_build_object('${resource}', (
  select jsonb_object_agg(key, case jsonb_typeof(value)
    when 'number' then to_jsonb(trim_scale(round(value::numeric, 6))) else value end)
  from jsonb_each(nullif(container -> '${resource}', 'null'))))`;

const statements = [
  // The peak of each day with its minute: [{day, first_minute, minutes, samples, maximum,
  // maximum_at}], oldest first. Earlier maxima are not exact, so histograms start again, and
  // recommendations based on them are archived.
  `delete from usage_histograms`,
  `alter table usage_histograms add column days jsonb not null,
    drop column maximum, drop column samples, drop column minutes, drop column first_sample_at`,
  `update recommendations set status = 'archived', updated_at = now()
    where recommendation_type = 'workload_rightsizing' and status = 'pending'`,

  // Values from later snapshots of the same minute: not counted as samples, but they may contain the
  // peak.
  `alter table usage_minutes add column later_samples jsonb`,

  // CPU targets of horizontal pod autoscalers, in percent of the request: by container, and by '' for
  // the pod as a whole.
  `alter table workloads add column hpa_cpu_targets jsonb not null default '{}'`,
  // Time of the report with the last out-of-memory kill; null: none, or from before the first report.
  `alter table containers add column oom_killed_at timestamptz`,

  // Earlier snapshots have times in seconds, and numbers without exponents. The columns for the sizes
  // at the last kill are renamed to make room for its time.
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
