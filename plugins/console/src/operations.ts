import { type OpenApiDocument } from '@costplane/plugin-api';

interface Operation {
  readonly operationId: string;
  readonly 'x-required-scope'?: string;
}

/** The required scope of each served operation, by operation id; `null` when none is required. */
export const listOperations = ({ paths }: OpenApiDocument): Record<string, string | null> =>
  Object.fromEntries(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods) as Operation[])
      .map((operation) => [operation.operationId, operation['x-required-scope'] ?? null]),
  );
