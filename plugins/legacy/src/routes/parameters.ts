import {
  enumParameter,
  integerParameter,
  optional,
  type Parameter,
  textParameter,
  uuidParameter,
  withDefault,
} from '@costplane/plugin-api';
import { type Timeframe, timeframes } from '../timeframe.ts';

const cluster = uuidParameter('Id of a cluster.', { code: 'INVALID_CLUSTER_ID' });

/** Restricts a list to one cluster. */
export const clusterId = optional(cluster);

/** The cluster of a resource. */
export const requiredClusterId: Parameter<string> = { ...cluster, missingCode: 'VALIDATION_ERROR' };

const invalid = { code: 'VALIDATION_ERROR' } as const;
const limits = { minimum: 1, maximum: 500 };
const offsets = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** Page parameters of a list. */
export const paging = {
  limit: withDefault(integerParameter(limits, 'Maximum number of rows to return.', invalid), 100),
  offset: withDefault(integerParameter(offsets, 'Number of rows to skip.', invalid), 0),
};

export const timeframe = (byDefault: Timeframe): Parameter<Timeframe> =>
  withDefault<Timeframe>(
    enumParameter(timeframes, 'Length of the timeframe that ends now.'),
    byDefault,
  );

export const namespaceName = textParameter('Name of the namespace, percent-encoded.', {
  maxLength: 253,
});

/** Node groups are named by node labels, which can be longer than Kubernetes names. */
export const longestGroupName = 1024;
