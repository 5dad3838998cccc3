import { costplaneJson, serve, type Service } from '../support/costplane.ts';
import { createExporter, type Exporter } from '../support/focus/export-client.ts';
import { exportsKeepFocus } from '../support/focus/export-suite.ts';
import { createHistory, type History } from '../support/focus/history.ts';

const toDay = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('FOCUS exports of the demo fleet', () => {
  let history: History;
  let service: Service;
  let exporter: Exporter;
  const window = { from: toDay(-3), to: toDay(1) };

  before(async () => {
    history = await createHistory();
    const load = ['sample', 'load', '--org', 'demo', '--days', '2'];
    await costplaneJson(load, history.environment);
    service = await serve(history.environment);
    exporter = createExporter(service.url, history.environment);
  });
  after(async () => {
    await service.stop();
    await history.drop();
  });

  exportsKeepFocus(() => ({ exporter, database: history.database, window }));
});
