import { type components } from './contract.ts';

/** The resources of the API by name: `Schemas['Cluster']`. */
export type Schemas = components['schemas'];

type CodeIn<Response> = Response extends {
  content: { 'application/json': { error: { code: infer Code } } };
}
  ? Code
  : never;

/** The codes of the contract. */
export type ErrorCode = CodeIn<components['responses'][keyof components['responses']]>;

export type ErrorDetail = Schemas['ErrorDetail'];
