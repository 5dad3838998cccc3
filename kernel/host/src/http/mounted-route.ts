import { type Container, type Route, type Uses } from '@costplane/plugin-api';
import { type ParameterReader } from '../parameters/read-parameters.ts';
import { type BodyCheck } from '../schema-validation/check-body.ts';

/** A route with everything that is prepared once, at start. */
export interface MountedRoute {
  readonly definition: Route;
  readonly pluginId: string;
  readonly pathReaders: readonly (readonly [string, ParameterReader])[];
  readonly queryReaders: readonly (readonly [string, ParameterReader])[];
  readonly ignoredQuery: ReadonlySet<string>;
  readonly checkBody: BodyCheck | undefined;
  readonly deadlineSeconds: number;
  readonly pathCluster: string | undefined;
  readonly serialize: (body: unknown) => string;
  readonly serializeOther: ReadonlyMap<number, (body: unknown) => string>;
  /** The container of the plugin that the route belongs to. */
  readonly container: Container;
  readonly uses: Uses;
}
