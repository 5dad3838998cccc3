import {
  described,
  directCostSchema,
  kind,
  namedObject,
  referenceSchema,
  timestamp,
  uuid,
} from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { assignedCounts, ownerMetadata } from './owner-schema.ts';

/** Team (contract, "Team"); figures cover the clusters that the key may read. */
export const teamSchema = namedObject(
  'Team',
  'A team; its figures cover the clusters that the key may read.',
  {
    id: uuid('Id of the team.'),
    kind: kind('Team'),
    metadata: Type.Object(
      {
        ...ownerMetadata,
        department: Type.Optional(
          described(referenceSchema, 'Its department; absent without one that the key may read.'),
        ),
        last_seen_at: Type.Optional(
          timestamp(
            "Time of the newest cost figure of the team's entities; absent when there is none.",
          ),
        ),
      },
      { description: 'Name, department and origin.' },
    ),
    ...assignedCounts,
    cost: directCostSchema,
  },
);

export type Team = Static<typeof teamSchema>;
