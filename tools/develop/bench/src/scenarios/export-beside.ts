import { once } from 'node:events';
import { type ExportFormat, type ExportTarget, openExport } from '../exports/download-export.ts';
import { describeExport, exported, exportLedger } from '../exports/export-ledger.ts';
import { measureLatency } from '../measure-latency.ts';
import { type Comparison, type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

/** A page of clusters while a large export runs, against the same page alone. */
export const exportBeside: Scenario = {
  name: 'export-beside',
  summary: 'a page of 100 clusters while all of the ledger is exported; floor: the page alone',
  async prepare(run) {
    const fleet = await exportLedger(run);
    const service = await startCostplane(fleet.databaseUrl);
    const requests = run.isQuick ? 50 : 200;
    const headers = { Authorization: `Bearer ${fleet.key}` };
    const measure = () => measureLatency(`${service.url}/v1/clusters?limit=100`, headers, requests);
    await measure();
    const beside = (format: ExportFormat): Comparison => ({
      name: format,
      unit: 'ms',
      target: { ratioAtMost: 2 },
      measureService: () =>
        duringExport({ url: service.url, key: fleet.key, format, span: exported }, measure),
      measureFloor: measure,
    });
    return {
      data: describeExport(run),
      rounds: run.isQuick ? 1 : 3,
      comparisons: [beside('csv'), beside('parquet')],
      close: () => service.stop(),
    };
  },
};

/**
 * What `measure` finds while an export is read as fast as it comes; it is then left.
 *
 * @throws {Error} if the export was over before
 */
async function duringExport(target: ExportTarget, measure: () => Promise<number>): Promise<number> {
  const { response } = await openExport(target);
  response.on('error', () => undefined).resume();
  const measured = await measure();
  if (response.complete) throw new Error('the export was over before the pages were measured');
  response.destroy();
  if (!response.closed) await once(response, 'close');
  return measured;
}
