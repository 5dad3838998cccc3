import { type TestApplication } from '@costplane/plugin-testing';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** A pending recommendation for a Deployment, before anything is known of its cost. */
export const recommendation = (own: Record<string, unknown>): Row => ({
  id: crypto.randomUUID(),
  resource_type: 'Deployment',
  resource_uid: crypto.randomUUID(),
  resource_name: 'checkout',
  namespace: 'shop',
  title: 'Lower the CPU request of checkout',
  risk_level: 'low',
  estimated_savings_hourly: '0.1',
  ...own,
});

/** An organization with some clusters, and the rows of its recommendations. */
export async function createTenant(app: TestApplication, name: string, clusterNames: string[]) {
  const organization = await app.createOrganization(name, 'EUR');
  const clusters: Record<string, string> = {};
  for (const clusterName of clusterNames) {
    const id = crypto.randomUUID();
    clusters[clusterName] = id;
    await app.insert('clusters', { organization_id: organization, id, name: clusterName });
  }
  const [firstName = ''] = clusterNames;
  return {
    organization,
    clusters,
    key: (allowedClusterIds: readonly string[] | null = null) =>
      app.createKey(organization, {
        scopes: ['recommendations:read'],
        allowedClusterIds,
        requestsPerMinute: 100_000,
      }),
    async insert(own: Record<string, unknown>) {
      const row = recommendation({ cluster_id: clusters[firstName], ...own });
      await app.insert('recommendations', { organization_id: organization, ...row });
      return row.id;
    },
  };
}
