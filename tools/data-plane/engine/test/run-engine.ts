import { openWarehouse } from '@costplane/warehouse';
import { recommend } from '../src/index.ts';

// A run of the engine that can be killed; it says when it begins.
const db = openWarehouse(process.env.DATABASE_URL ?? '', 'ingest');
await db.selectFrom('organizations').select('id').execute();
process.stdout.write('begins\n');
await recommend(db);
await db.destroy();
