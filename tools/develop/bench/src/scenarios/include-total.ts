import { Client } from 'pg';
import { measureLatency } from '../measure-latency.ts';
import { median } from '../median.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';
import { createWorkloadFleet } from '../workload-fleet.ts';

const requests = 15;

/** A page with its total over 500,000 workloads, against the bare count. */
export const includeTotal: Scenario = {
  name: 'include-total',
  summary: 'a page of 100 with include_total over 500,000 workloads, against a bare count',
  unit: 'ms',
  target: 'service under 300',
  rounds: 5,
  async prepare(say) {
    say('making 500,000 workloads in one organization');
    const fleet = await createWorkloadFleet({ clusters: 50, workloadsPerCluster: 10_000 });
    const service = await startCostplane(fleet.databaseUrl);
    const client = new Client({
      connectionString: fleet.databaseUrl,
      options: '-c search_path=costplane',
    });
    await client.connect();
    const page = `${service.url}/v1/workloads?limit=100&include_total=true`;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    return {
      postgres: fleet.postgres,
      comparisons: [
        {
          name: 'include-total',
          measureService: () => measureLatency(page, headers, requests),
          measureFloor: () => measureCount(client, fleet.organizationId),
        },
      ],
      async close() {
        await client.end();
        await service.stop();
        await fleet.drop();
      },
    };
  },
};

async function measureCount(client: Client, organizationId: string): Promise<number> {
  const latencies: number[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const startedAt = performance.now();
    await client.query(
      'select count(*) from workloads where organization_id = $1 and gone_at is null',
      [organizationId],
    );
    latencies.push(performance.now() - startedAt);
  }
  return median(latencies);
}
