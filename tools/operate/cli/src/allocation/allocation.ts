/** The allocation of an organization as set by people: departments, teams and assignments. */
export interface Allocation {
  readonly departments: readonly Department[];
  readonly teams: readonly Team[];
  readonly assignments: readonly Assignment[];
}

export interface Department {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Empty when none is set. */
  readonly owner_email: string;
}

export interface Team extends Department {
  readonly department: Reference | null;
}

export interface Assignment {
  readonly team: Reference;
  readonly cluster: { readonly id: string; readonly name: string };
  readonly entity_type: 'workload' | 'namespace';
  /** Uid of a workload in lower case, or name of a namespace. */
  readonly entity_identifier: string;
  readonly entity_name: string;
  readonly entity_namespace: string;
  /** In percent, as the shortest decimal text. */
  readonly weight: string;
}

/** A team or a department. */
export interface Reference {
  readonly id: string;
  readonly name: string;
  /** `native`, or `k8s` when mirrored from a label. */
  readonly origin: string;
}

/** Unique key of an entity within an organization. */
export const entityKey = (
  clusterId: string,
  { entity_type, identifier }: { entity_type: string; identifier: string },
): string => [clusterId, entity_type, identifier].join('\n');

/** Unique key of an assignment: its entity and team. */
export const assignmentKey = ({ team, cluster, entity_type, entity_identifier }: Assignment) =>
  `${entityKey(cluster.id, { entity_type, identifier: entity_identifier })}\n${team.id}`;
