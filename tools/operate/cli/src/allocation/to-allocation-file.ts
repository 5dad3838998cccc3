import { type Assignment, type Department, entityKey, type Reference } from './allocation.ts';
import { type AssignmentEntry, type DepartmentEntry, type TeamEntry } from './allocation-schema.ts';
import { ExactNumber } from './exact-number.ts';
import { type Present } from './read-allocation.ts';
import { type Entity, type EntityReference } from './read-entities.ts';

interface Document {
  readonly departments: readonly DepartmentEntry[];
  readonly teams: readonly TeamEntry[];
  readonly assignments: readonly WrittenAssignment[];
}

type WrittenAssignment = Omit<AssignmentEntry, 'weight'> & { readonly weight: ExactNumber };

/**
 * The current allocation as a file that would change nothing, sorted by name. Assignments of
 * deleted entities are omitted, because applying them would be rejected.
 */
export async function toAllocationFile(
  present: Present,
  readEntities: (named: readonly EntityReference[]) => Promise<Map<string, Entity>>,
): Promise<{ document: Document; left_out: number }> {
  const named = present.assignments.map(toEntityReference);
  const entities = await readEntities(named.filter(isReadable));
  const isThere = (assignment: Assignment) => {
    const { clusterId, ...entity } = toEntityReference(assignment);
    return entities.get(entityKey(clusterId, entity))?.gone_at === null;
  };
  const assignments = present.assignments.filter(isThere);
  return {
    document: {
      departments: present.departments.toSorted(byName).map(toOwnerEntry),
      teams: present.teams.toSorted(byName).map((team) => ({
        ...toOwnerEntry(team),
        ...(team.department && { department: referenceName(team.department, present.departments) }),
      })),
      assignments: assignments
        .map((assignment) => toAssignmentEntry(assignment, present))
        .toSorted(byEntity),
    },
    left_out: present.assignments.length - assignments.length,
  };
}

const byName = (a: { name: string }, b: { name: string }) => compareText(a.name, b.name);

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const toEntityReference = (assignment: Assignment): EntityReference => ({
  clusterId: assignment.cluster.id,
  entity_type: assignment.entity_type,
  identifier: assignment.entity_identifier,
});

/** A uid that is not a UUID in lower case matches no workload. */
const isReadable = ({ entity_type, identifier }: EntityReference) =>
  entity_type === 'namespace' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(identifier);

const toOwnerEntry = ({ name, description, owner_email }: Department) => ({
  name,
  ...(description !== '' && { description }),
  ...(owner_email !== '' && { owner_email }),
});

/** References a mirrored owner by id if the file defines one with the same name. */
const referenceName = ({ id, name, origin }: Reference, native: readonly Department[]) =>
  origin === 'k8s' && native.some((each) => each.name === name) ? id : name;

function toAssignmentEntry(assignment: Assignment, present: Present): WrittenAssignment {
  const { team, cluster, entity_type, entity_identifier, entity_namespace, weight } = assignment;
  const isIdOfAnother = present.clusters.some(({ id }) => id === cluster.name.toLowerCase());
  return {
    team: referenceName(team, present.teams),
    cluster: isIdOfAnother ? cluster.id : cluster.name,
    entity_type,
    entity: entity_identifier,
    ...(entity_type === 'workload' && { namespace: entity_namespace }),
    weight: new ExactNumber(weight),
  };
}

const byEntity = (a: WrittenAssignment, b: WrittenAssignment) =>
  compareText(sortKey(a), sortKey(b));

const sortKey = ({ cluster, entity_type, namespace = '', entity, team }: WrittenAssignment) =>
  [cluster, entity_type, namespace, entity, team].join('\n');
