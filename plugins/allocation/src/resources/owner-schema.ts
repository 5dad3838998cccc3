import { count, oneOf, text, timestamp } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';

const origins = ['k8s', 'native'] as const;
export type Origin = (typeof origins)[number];

/** Metadata that teams and departments share. */
export const ownerMetadata = {
  name: text('Display name.'),
  description: text('Description; empty when none is set.'),
  origin: oneOf(origins, {
    description:
      '`k8s`: mirrored from a Kubernetes label; `native`: created by a person or through an API.',
  }),
  owner_email: Type.String({ description: 'Email address; empty when none is set.' }),
  created_at: timestamp('Time of creation.'),
  updated_at: timestamp('Time of the last change.'),
};

/** Distinct entities, regardless of weight: an entity that is split counts 1 for each of its owners. */
export const assignedCounts = {
  assigned_workloads: count('Workloads assigned directly or through their namespace.'),
  assigned_pvs: count('Volumes of assigned workloads, and volumes claimed in assigned namespaces.'),
};
