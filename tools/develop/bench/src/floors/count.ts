import { serveBare } from './bare-server.ts';

const [databaseUrl = '', organizationId, port] = process.argv.slice(2);
serveBare<{ count: string }>(
  {
    sql: 'select count(*) from workloads where organization_id = $1 and gone_at is null',
    parameters: () => [organizationId],
    toBody: ([row]) => ({ total: Number(row?.count) }),
  },
  databaseUrl,
  Number(port),
);
