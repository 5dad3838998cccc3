/** Who pays for what in an organization, as far as people say it. */
export interface Allocation {
  readonly departments: readonly Department[];
  readonly teams: readonly Team[];
  readonly assignments: readonly Assignment[];
}

export interface Department {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Empty when there is none. */
  readonly owner_email: string;
}

export interface Team extends Department {
  readonly department: Reference | null;
}

export interface Assignment {
  readonly team: Reference;
  readonly cluster: { readonly id: string; readonly name: string };
  readonly entity_type: 'workload' | 'namespace';
  /** A workload's uid in lower case, or a namespace's name. */
  readonly entity_identifier: string;
  readonly entity_name: string;
  readonly entity_namespace: string;
  /** Per cent: the shortest decimal text. */
  readonly weight: string;
}

/** A team or a department. */
export interface Reference {
  readonly id: string;
  readonly name: string;
  /** `native`, or `k8s`: mirrored from a label. */
  readonly origin: string;
}

/** What tells the entities of an organization apart. */
export const entityKey = (
  clusterId: string,
  { entity_type, identifier }: { entity_type: string; identifier: string },
): string => [clusterId, entity_type, identifier].join('\n');

/** What tells assignments apart: an entity and a team. */
export const assignmentKey = ({ team, cluster, entity_type, entity_identifier }: Assignment) =>
  `${entityKey(cluster.id, { entity_type, identifier: entity_identifier })}\n${team.id}`;
