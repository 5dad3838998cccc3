import { openWarehouse } from '@costplane/warehouse';
import { recommend } from '../src/index.ts';

// A run of the engine for an organization that is killed when it has sent so many statements.
const [organizationId, statements] = process.argv.slice(2);
let left = Number(statements);
const db = openWarehouse(process.env.DATABASE_URL ?? '', 'ingest').withPlugin({
  transformQuery({ node }) {
    left -= 1;
    if (left === 0) setImmediate(() => process.kill(process.pid, 'SIGKILL'));
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});
await recommend(db, { organizationId });
await db.destroy();
