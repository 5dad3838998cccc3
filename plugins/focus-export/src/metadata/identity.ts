import { type Configuration, type Window } from '../export-request.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import { toColumnDefinition } from './column-definition.ts';
import { uuidV5 } from './uuid-v5.ts';

export const focusVersion = '1.4';

const schemas = '5e0ff3a5-3c0c-4e32-9d0b-6a1c6b8f4a10';
const instances = 'b4f5a1de-7a0e-4f8e-8f35-1f6f0f2d9c61';

/** Id of the exact structure of a file (decision 39). */
export const deriveSchemaId = ({ grain, idle, columns }: Configuration): string =>
  uuidV5(
    schemas,
    canonicalJson({
      focus_version: focusVersion,
      grain,
      idle,
      columns: columns.map(toColumnDefinition),
    }),
  );

/** The owner of the data: an organization, as far as a key may read it. */
export interface Owner {
  readonly organizationId: string;
  /** `null` means all clusters. */
  readonly allowedClusters: readonly string[] | null;
}

/** The coverage of a file; `null` clusters means all that the key may read. */
export interface Coverage extends Window {
  readonly clusters: readonly string[] | null;
}

/** Id of a file: a later file with the same id replaces it completely (decision 39). */
export const deriveFileId = (
  owner: Owner,
  configuration: Configuration,
  coverage: Coverage,
): string =>
  instanceId(owner, configuration, {
    from: coverage.from,
    to: coverage.to,
    clusters: inOrder(coverage.clusters),
  });

/** Id of a configuration, independent of what its files cover. */
export const deriveConfigurationId = (owner: Owner, configuration: Configuration): string =>
  instanceId(owner, configuration, null);

const instanceId = (owner: Owner, configuration: Configuration, coverage: Json) =>
  uuidV5(
    instances,
    canonicalJson({
      organization: owner.organizationId,
      allowed_clusters: inOrder(owner.allowedClusters),
      grain: configuration.grain,
      idle: configuration.idle,
      columns: configuration.columns.map(({ name }) => name),
      schema_id: deriveSchemaId(configuration),
      coverage,
    }),
  );

const inOrder = (ids: readonly string[] | null) =>
  ids && [...new Set(ids.map((id) => id.toLowerCase()))].sort();
