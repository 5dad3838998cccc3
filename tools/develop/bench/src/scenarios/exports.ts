import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copySql } from '../exports/copy-sql.ts';
import { downloadExport, type ExportFormat } from '../exports/download-export.ts';
import { describeExport, exported, exportedFirst, exportLedger } from '../exports/export-ledger.ts';
import { runPsql } from '../exports/run-psql.ts';
import { sumColumn } from '../exports/sum-column.ts';
import { type Span } from '../ledger/fill.ts';
import { readFamily } from '../process-table.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const idleAfterMs = 2_000;

export const exportCsv = exportAgainstPsql({ format: 'csv', ratio: 1, memoryMib: 64 });
export const exportJsonl = exportAgainstPsql({ format: 'jsonl', ratio: 0.8, memoryMib: 64 });
export const exportParquet = exportAgainstPsql({ format: 'parquet', ratio: 0.6, memoryMib: 128 });

/** Ten million days of workloads as a file, against `psql` that copies the same charges as CSV. */
function exportAgainstPsql(goal: {
  readonly format: ExportFormat;
  readonly ratio: number;
  readonly memoryMib: number;
}): Scenario {
  const { format, ratio, memoryMib } = goal;
  return {
    name: `export-${format}`,
    summary: `all columns to a ${format} file; floor: psql with a COPY written by hand, as CSV`,
    async prepare(run) {
      const fleet = await exportLedger(run);
      const service = await startCostplane(fleet.databaseUrl);
      const folder = await mkdtemp(join(tmpdir(), 'costplane-bench-'));
      const files = { service: join(folder, 'focus'), floor: join(folder, 'floor.csv') };
      const download = (span: Span, as: ExportFormat = format) =>
        downloadExport({ url: service.url, key: fleet.key, format: as, span }, files.service);
      const copy = (span: Span) =>
        runPsql(fleet.databaseUrl, copySql(fleet.organizationId, span), files.floor);

      await download(exportedFirst, 'csv');
      await copy(exportedFirst);
      await requireSameCharges(files);
      await sleep(idleAfterMs);
      const idleMib = readFamily(service.pid).residentMib;
      // Known to the floor, since the service is the first of the first round.
      let rows = 0;
      let notForgotten: readonly string[] = [];
      const measure = {
        unit: 'rows/s',
        async measureService() {
          const file = await download(exported);
          rows = file.rows;
          return rows / file.seconds;
        },
        measureFloor: async () => rows / (await copy(exported)),
      } as const;
      return {
        data: describeExport(run),
        rounds: run.isQuick ? 2 : 4,
        comparisons: [
          {
            ...measure,
            name: `${format}, cold`,
            rounds: run.isQuick ? 1 : 2,
            async before() {
              notForgotten = await run.server.forgetData();
              await service.waitUntilReady();
            },
          },
          {
            ...measure,
            name: `${format}, warm`,
            target: { ratioAtLeast: ratio, mibAtMost: Math.round(idleMib + memoryMib) },
          },
        ],
        figures: () => notForgotten.map((value) => ({ name: 'cold', value, unit: '' })),
        async close() {
          await service.stop();
          await rm(folder, { recursive: true });
        },
      };
    },
  };
}

/** As many lines, which cost the same but for the rounding of each. */
async function requireSameCharges(files: { service: string; floor: string }): Promise<void> {
  const ours = await sumColumn(files.service, 'EffectiveCost');
  const theirs = await sumColumn(files.floor, 'EffectiveCost');
  if (ours.rows !== theirs.rows || Math.abs(ours.sum - theirs.sum) > 0.0001) {
    throw new Error(
      `the service exports ${ours.rows} rows of ${ours.sum}, psql ${theirs.rows} of ${theirs.sum}`,
    );
  }
}
