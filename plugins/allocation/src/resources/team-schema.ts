import {
  directCostSchema,
  named,
  oneOf,
  referenceSchema,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { assignedCounts, ownerMetadata } from './owner-schema.ts';

/** Team (contract, "Team"), over the clusters that the key may read. */
export const teamSchema = named(
  'Team',
  Type.Object({
    id: uuid(),
    kind: oneOf(['Team']),
    metadata: Type.Object({
      ...ownerMetadata,
      department: Type.Optional(referenceSchema),
      last_seen_at: Type.Optional(
        timestamp(
          "Time of the newest cost figure of the team's entities; absent when there is none.",
        ),
      ),
    }),
    ...assignedCounts,
    cost: directCostSchema,
  }),
);

export type Team = Static<typeof teamSchema>;
