import { type FileProblem } from '../yaml/file-error.ts';
import { isUuid } from '../uuid.ts';
import { type Assignment, entityKey, type Reference } from './allocation.ts';
import { type AllocationFile, type Entry } from './allocation-file.ts';
import { type AssignmentEntry } from './allocation-schema.ts';
import { describeName, fault } from '../check-text.ts';
import { type Portion, weigh } from './weigh.ts';
import { type Present } from './read-allocation.ts';
import { type Entity, type EntityReference } from './read-entities.ts';
import { type ResolvedOwners, finder, unknownOwner } from './resolve-owners.ts';

type Cluster = Present['clusters'][number];
type ReadEntities = (named: readonly EntityReference[]) => Promise<Map<string, Entity>>;

/** An assignment whose weight is not resolved yet. */
interface Placed {
  readonly entry: Entry<AssignmentEntry>;
  readonly team: Reference | undefined;
  readonly cluster: Cluster;
  readonly identifier: string;
  readonly entity: Entity | undefined;
}

/** The assignments that the file defines, and the problems in them. */
export async function resolveAssignments(
  file: AllocationFile,
  present: Present,
  owners: ResolvedOwners,
  readEntities: ReadEntities,
): Promise<{ assignments: Assignment[]; problems: FileProblem[] }> {
  const problems: FileProblem[] = [];
  const findTeam = finder(file, 'teams', owners.teams, present.mirrored.teams);
  const findCluster = clusterFinder(file, present.clusters, problems);
  const located = file.assignments.flatMap((entry) => {
    const team = findTeam(entry.value.team);
    if (typeof team === 'string') problems.push(unknownOwner(file, entry, 'team', team));
    const cluster = findCluster(entry);
    const identifier = resolveIdentifier(file, entry, problems);
    if (cluster === undefined || identifier === undefined) return [];
    return [{ entry, cluster, identifier, team: typeof team === 'object' ? team : undefined }];
  });
  const entities = await readEntities(located.map(toEntityReference));
  const placed = located.map((each): Placed => ({
    ...each,
    entity: entities.get(locatedKey(each)),
  }));
  for (const each of placed) problems.push(...checkEntity(file, each));
  const { weights, problems: unweighed } = weigh(file, placed.map(toPortion));
  return {
    assignments: placed.flatMap((each) => toAssignment(each, weights.get(each.entry))),
    problems: [...problems, ...unweighed],
  };
}

function clusterFinder(
  file: AllocationFile,
  clusters: readonly Cluster[],
  problems: FileProblem[],
): (entry: Entry<AssignmentEntry>) => Cluster | undefined {
  const byName = new Map(clusters.map((each) => [each.name, each]));
  const byId = new Map(clusters.map((each) => [each.id, each]));
  return (entry) => {
    const { cluster: named } = entry.value;
    const [matchByName, matchById] = [byName.get(named), byId.get(named.toLowerCase())];
    const isAmbiguous = matchByName && matchById && matchByName !== matchById;
    const found = isAmbiguous ? undefined : (matchById ?? matchByName);
    if (!found) {
      const { what, fix } = isAmbiguous ? ambiguous : unknown;
      const subject = `names the cluster ${describeName(named)}, which ${what}`;
      problems.push(file.problem(entry, 'cluster', subject, fix));
    }
    return found;
  };
}

const ambiguous = {
  what: 'is the id of one and the name of another',
  fix: 'refer to one by its name, or to the other by its id',
};
const unknown = {
  what: 'the organization does not have',
  fix: 'give the id or the name that /v1/clusters shows',
};

/** More than Kubernetes allows for a name. */
const maxNamespaceCharacters = 512;

function resolveIdentifier(
  file: AllocationFile,
  entry: Entry<AssignmentEntry>,
  problems: FileProblem[],
): string | undefined {
  const { entity, entity_type } = entry.value;
  if (entity_type === 'namespace') {
    const textFault = fault(entity, { maxCharacters: maxNamespaceCharacters });
    if (!textFault) return entity;
    problems.push(
      file.problem(entry, 'entity', `names a namespace that ${textFault.what}`, textFault.fix),
    );
    return undefined;
  }
  if (isUuid(entity)) return entity.toLowerCase();
  const what = `names the workload ${describeName(entity)}, which is not a uid`;
  problems.push(file.problem(entry, 'entity', what, 'give the id that /v1/workloads shows'));
  return undefined;
}

type Located = Pick<Placed, 'entry' | 'cluster' | 'identifier'>;

const toEntityReference = ({ entry, cluster, identifier }: Located): EntityReference => ({
  clusterId: cluster.id,
  entity_type: entry.value.entity_type,
  identifier,
});

const locatedKey = ({ entry, cluster, identifier }: Located): string =>
  entityKey(cluster.id, { entity_type: entry.value.entity_type, identifier });

function* checkEntity(file: AllocationFile, placed: Placed): Generator<FileProblem> {
  const { entry, cluster, entity } = placed;
  const { entity_type, namespace } = entry.value;
  const named = `names the ${entity_type} ${describeName(entry.value.entity)}`;
  const at = `the cluster ${describeName(cluster.name)}`;
  if (!entity) {
    const what = `${named}, which has never existed in ${at}`;
    yield file.problem(
      entry,
      'entity',
      what,
      'correct it, or ingest a snapshot that contains it first',
    );
  } else if (entity.gone_at) {
    const since = entity.gone_at.toISOString().replace(/\.\d+/, '');
    const what = `${named}, which was deleted from ${at} at ${since}`;
    yield file.problem(entry, 'entity', what, 'remove the assignment, or name its replacement');
  } else if (namespace !== undefined && namespace !== entity.namespace) {
    const what = `has the namespace ${describeName(namespace)}, but the ${entity_type} is in ${describeName(entity.namespace)}`;
    yield file.problem(entry, 'namespace', what, 'correct it, or remove it');
  }
}

const toPortion = (placed: Placed): Portion => ({
  entry: placed.entry,
  entityKey: locatedKey(placed),
  teamKey: placed.team?.id ?? placed.entry.value.team,
  subject: `${placed.entry.value.entity_type} ${describeName(placed.entity?.name ?? placed.entry.value.entity)} in ${describeName(placed.cluster.name)}`,
});

function toAssignment(
  { entry, team, cluster, identifier, entity }: Placed,
  weight: string | undefined,
): Assignment[] {
  if (!team || !entity || weight === undefined) return [];
  return [
    {
      team,
      cluster,
      weight,
      entity_type: entry.value.entity_type,
      entity_identifier: identifier,
      entity_name: entity.name,
      entity_namespace: entity.namespace,
    },
  ];
}
