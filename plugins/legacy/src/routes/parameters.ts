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

const cluster = uuidParameter('The id of a cluster.', { code: 'INVALID_CLUSTER_ID' });

/** Restricts a list to one cluster. */
export const clusterId = optional(cluster);

/** The cluster that a resource lies in. */
export const requiredClusterId: Parameter<string> = { ...cluster, missingCode: 'VALIDATION_ERROR' };

/** Which part of a list is answered. */
export const paging = {
  limit: withDefault(
    integerParameter({ minimum: 1, maximum: 500 }, 'The most rows that are answered.', {
      code: 'VALIDATION_ERROR',
    }),
    100,
  ),
  offset: withDefault(
    integerParameter({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, 'Rows that are skipped.', {
      code: 'VALIDATION_ERROR',
    }),
    0,
  ),
};

export const timeframe = (byDefault: Timeframe): Parameter<Timeframe> =>
  withDefault<Timeframe>(enumParameter(timeframes, 'How far back from now.'), byDefault);

export const namespaceName = textParameter('The name of the namespace, percent-encoded.', {
  maxLength: 253,
});

/** A node group is named by what its nodes are labelled with, and that may be long. */
export const longestGroupName = 1024;
