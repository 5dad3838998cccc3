import { type WorkloadApplication } from './workload-application.ts';

/** What an expected list is made of, told without the ranks and tables that the lists use. */
export interface Expected {
  /** SQL over `workload`. */
  readonly where: string;
  readonly basis?: 'legacy' | 'all';
}

export const fleetClusters = Array.from(
  { length: 40 },
  (_, index) => `00000000-0000-4000-9000-0000000000${String(index + 10)}`,
);

/**
 * 300 workloads in 40 clusters and 37 namespaces: many of one amount, some without a known one,
 * some gone, every sixth with the uid and the amount of one in another cluster. Two teams of one
 * department share namespaces, a third of another has workloads of its own in these; forty teams
 * of a last department have a namespace each.
 */
export async function insertFleet({
  app,
  organization,
  insertNamed,
}: WorkloadApplication): Promise<void> {
  await app.sql(
    `insert into clusters (organization_id, id, name)
      select $1, id, 'fleet ' || id from unnest($2::uuid[]) as id`,
    [organization, fleetClusters],
  );
  await app.sql(
    `insert into workloads (organization_id, cluster_id, uid, namespace, name, kind, has_hpa,
        last_seen_at, gone_at, cpu_limit_cores, memory_limit_bytes, cpu_requested_cores,
        memory_requested_bytes, pods, running_pods, containers, compute_cpu_hourly,
        storage_pv_hourly, cost_updated_at)
      select $1, ($2::uuid[])[1 + n % 40],
        md5(twin::text)::uuid, 'ns-' || n % 37, 'w-' || n,
        (array['Deployment', 'StatefulSet', 'DaemonSet', 'CronJob'])[1 + n % 4], n % 3 = 0,
        now(), case when n % 13 = 0 then now() end, 0, 0, 0, 0, 1, 1, 1,
        case when twin % 11 > 0 then twin % 5 + 0.00001 * (n % 4) end,
        case when twin % 11 > 0 then twin % 3 end, now()
      from generate_series(1, 300) as n, lateral (select n - (n % 6 = 1)::int as twin) as pair`,
    [organization, fleetClusters],
  );
  const colours = await insertNamed('departments', { name: 'Colours' });
  const plants = await insertNamed('departments', { name: 'Plants' });
  const red = await insertNamed('teams', { name: 'red', department_id: colours });
  const blue = await insertNamed('teams', { name: 'blue', department_id: colours });
  const fern = await insertNamed('teams', { name: 'fern', department_id: plants });
  const assignNamespaces = (team: string, first: number, last: number) =>
    app.sql(
      `insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
          entity_identifier, entity_name, entity_namespace, weight_percentage, source)
        select $1, cluster, $3, 'namespace', 'ns-' || n, 'ns-' || n, 'ns-' || n, 50, 'user_manual'
        from unnest($2::uuid[]) as cluster, generate_series($4::int, $5::int) as n`,
      [organization, fleetClusters, team, first, last],
    );
  const assignWorkloads = (team: string, every: number) =>
    app.sql(
      `insert into team_assignments (organization_id, cluster_id, team_id, entity_type,
          entity_identifier, entity_name, entity_namespace, weight_percentage, source)
        select $1, cluster_id, $2, 'workload', uid::text, name, namespace, 50, 'user_manual'
        from workloads where organization_id = $1 and right(name, 1)::int % $3::int = 0`,
      [organization, team, every],
    );
  await assignNamespaces(red, 0, 9);
  await assignNamespaces(blue, 5, 14);
  await assignWorkloads(fern, 5);
  await assignWorkloads(blue, 10);
  const swarm = await insertNamed('departments', { name: 'Swarm' });
  for (let bee = 0; bee < 40; bee += 1) {
    const team = await insertNamed('teams', { name: `bee-${bee}`, department_id: swarm });
    await assignNamespaces(team, 15 + (bee % 20), 15 + (bee % 20));
  }
  await app.sql('analyze');
}

/** The workloads that run now and match, most expensive first: `uid cluster`. */
export async function storedOrder(
  { app, organization }: WorkloadApplication,
  { where, basis = 'legacy' }: Expected,
): Promise<readonly string[]> {
  const storage = basis === 'all' ? ' + coalesce(storage_pv_hourly, 0)' : '';
  const rows = await app.sql<{ id: string }>(
    `select uid || ' ' || cluster_id as id from workloads as workload
      where organization_id = $1 and gone_at is null and ${where}
      order by round(compute_cpu_hourly${storage}, 4) desc nulls last, uid, cluster_id`,
    [organization],
  );
  return rows.map(({ id }) => id);
}

/** SQL: one of the teams that meet the condition owns `workload` (decision 24). */
export const ownedBy = (condition: string) => {
  const assignments = `team_assignments as assignment
    where assignment.organization_id = workload.organization_id
      and assignment.cluster_id = workload.cluster_id`;
  const isOwn = `assignment.entity_type = 'workload'
    and assignment.entity_identifier = workload.uid::text`;
  const isOfNamespace = `assignment.entity_type = 'namespace'
    and assignment.entity_identifier = workload.namespace`;
  const isOfTeam = `assignment.team_id in (select team.id from teams as team
    left join departments as department on department.id = team.department_id
    where ${condition})`;
  return `exists (select from ${assignments} and ${isOfTeam} and (${isOwn}
    or ${isOfNamespace} and not exists (select from ${assignments} and ${isOwn})))`;
};
