import { type ClusterEntry, type PriceBook, type PriceBookProblem } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely, sql } from 'kysely';
import { isUuid } from '../uuid.ts';
import { type PriceScope } from './price-scope.ts';

/** Checks the clusters that a book names against the database. */
export async function checkClusters(
  db: Kysely<Warehouse>,
  scope: PriceScope,
  { clusters }: PriceBook,
): Promise<PriceBookProblem[]> {
  if (clusters.length === 0) return [];
  const known = await readNamed(db, scope, clusters);
  const organizations = await readOrganizations(db, clusters);
  const findCluster = clusterFinder(known);
  const lines = new Map<string, number>();
  return clusters.flatMap((entry) => {
    const report = (what: string, fix: string) => [{ ...entry.place, what, fix }];
    const fault = findFault(entry, scope, organizations);
    if (fault) return report(fault.what, fault.fix);
    const found = findCluster(entry);
    if (!found) {
      const where = entry.organization ?? scope?.name;
      const what = `there is no cluster "${entry.cluster}"${where === undefined ? '' : ` of ${where}`}`;
      return report(what, 'use the id or the name of an existing cluster');
    }
    const line = lines.get(found.id);
    lines.set(found.id, line ?? entry.place.line);
    if (line === undefined) return [];
    return report(
      `cluster "${entry.cluster}" is the cluster of line ${line}`,
      'keep one of the entries',
    );
  });
}

interface KnownCluster {
  id: string;
  name: string;
  organization_id: string;
  organization: string;
}

async function readNamed(
  db: Kysely<Warehouse>,
  scope: PriceScope,
  entries: readonly ClusterEntry[],
): Promise<KnownCluster[]> {
  const names = entries.map(({ cluster }) => cluster);
  return db
    .selectFrom('clusters')
    .innerJoin('organizations', 'organizations.id', 'clusters.organization_id')
    .select(['clusters.id', 'clusters.name', 'clusters.organization_id'])
    .select('organizations.name as organization')
    .where(matchesAny('clusters', names))
    .$if(scope !== null, (query) => query.where('clusters.organization_id', '=', scope?.id ?? ''))
    .execute();
}

async function readOrganizations(
  db: Kysely<Warehouse>,
  entries: readonly ClusterEntry[],
): Promise<ReadonlySet<string>> {
  const names = entries.flatMap(({ organization }) => organization ?? []);
  if (names.length === 0) return new Set();
  const found = await db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where(matchesAny('organizations', names))
    .execute();
  return new Set(found.flatMap(({ id, name }) => [id, name]));
}

/** Whether a row has one of the names or ids, of which there may be more than the parameter limit. */
const matchesAny = (table: 'clusters' | 'organizations', references: readonly string[]) =>
  sql<boolean>`(${sql.ref(`${table}.name`)} = any(${references}::text[])
    or ${sql.ref(`${table}.id`)} = any(${references.filter(isUuid)}::uuid[]))`;

/** Checks an entry whose cluster was not found. */
function findFault(
  { cluster, organization }: ClusterEntry,
  scope: PriceScope,
  organizations: ReadonlySet<string>,
): { what: string; fix: string } | null {
  if (organization === null) {
    if (scope || isUuid(cluster)) return null;
    const what = `cluster "${cluster}" could belong to any organization, because the book is for all of them`;
    return { what, fix: 'add its organization, or use its id' };
  }
  if (!organizations.has(isUuid(organization) ? organization.toLowerCase() : organization)) {
    const what = `there is no organization "${organization}"`;
    return { what, fix: 'list the existing ones with `costplane org list`' };
  }
  if (!scope || isReferenceTo(scope, organization)) return null;
  const what = `organization "${organization}" is not ${scope.name}, the owner of this book`;
  return { what, fix: 'remove the entry' };
}

const isReferenceTo = ({ id, name }: { id: string; name: string }, reference: string) =>
  reference === name || reference.toLowerCase() === id;

/** Finds the cluster of an entry by id or name. */
function clusterFinder(
  known: readonly KnownCluster[],
): (entry: ClusterEntry) => KnownCluster | undefined {
  const byId = new Map(known.map((each) => [each.id, each]));
  const byName = Map.groupBy(known, ({ name }) => name);
  return ({ cluster, organization }) => {
    const matchById = byId.get(cluster.toLowerCase());
    const named = [...(matchById ? [matchById] : []), ...(byName.get(cluster) ?? [])];
    return named.find(
      ({ organization_id: id, organization: name }) =>
        organization === null || isReferenceTo({ id, name }, organization),
    );
  };
}
