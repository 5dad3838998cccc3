import { serve, type Service } from '../support/costplane.ts';
import { type Database } from '../support/database.ts';
import { createDemoDatabase } from '../support/demo-database.ts';
import { createExporter, type Exporter } from '../support/focus/export-client.ts';
import { exportsKeepFocus } from '../support/focus/export-suite.ts';

const toDay = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('FOCUS exports of the demo fleet', () => {
  let database: Database;
  let service: Service;
  let exporter: Exporter;
  const window = { from: toDay(-2), to: toDay(1) };

  before(async function () {
    this.timeout(Math.max(this.timeout(), 300_000));
    database = await createDemoDatabase();
    const environment = { DATABASE_URL: database.url };
    service = await serve(environment);
    exporter = createExporter(service.url, environment);
  });
  after(async () => {
    await service.stop();
    await database.drop();
  });

  exportsKeepFocus(() => ({ exporter, database, window }));
});
