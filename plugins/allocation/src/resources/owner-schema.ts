import { count, oneOf, text, timestamp } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';

const origins = ['k8s', 'native'] as const;
export type Origin = (typeof origins)[number];

/** What the metadata of teams and departments have in common. */
export const ownerMetadata = {
  name: text('The name, as shown.'),
  description: text('What it does; empty when nothing is written.'),
  origin: oneOf(origins, {
    description:
      '`k8s`: mirrored from a Kubernetes label; `native`: created by a person or through an API.',
  }),
  owner_email: Type.String({ description: 'Email address; empty when none is set.' }),
  created_at: timestamp('Time of creation.'),
  updated_at: timestamp('Time of the last change.'),
};

/** Distinct entities, regardless of weight: one that is split counts 1 for each of its owners. */
export const assignedCounts = {
  assigned_workloads: count('Workloads assigned directly or through their namespace.'),
  assigned_pvs: count('Volumes of assigned workloads, and volumes claimed in assigned namespaces.'),
};
