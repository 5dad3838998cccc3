import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCopyScript } from '../exports/copy-script.ts';
import { countLines } from '../exports/count-lines.ts';
import { downloadExport, type ExportFormat } from '../exports/download-export.ts';
import { exported, exportedFirst, exportLedger } from '../exports/export-ledger.ts';
import { runPsql } from '../exports/run-psql.ts';
import { readResidentMib, watchMemory } from '../memory.ts';
import { type Scenario } from '../scenario.ts';
import { startCostplane } from '../service.ts';

const idleAfterMs = 3_000;

export const exportCsv = exportAgainstPsql({ format: 'csv', ratio: 0.6, memoryMib: 64 });
export const exportJsonl = exportAgainstPsql({ format: 'jsonl', ratio: 0.4, memoryMib: 64 });
export const exportParquet = exportAgainstPsql({ format: 'parquet', ratio: 0.25, memoryMib: 256 });

/** Ten million days of workloads as a file, against `psql` that copies the same rows as CSV. */
function exportAgainstPsql(target: {
  readonly format: ExportFormat;
  readonly ratio: number;
  readonly memoryMib: number;
}): Scenario {
  const { format, ratio, memoryMib } = target;
  return {
    name: `export-${format}`,
    summary: `10 million ledger rows to a ${format} file, against psql's COPY of them as CSV`,
    unit: 'rows/s',
    target: `ratio at least ${ratio}, memory at most ${memoryMib} MiB`,
    rounds: 2,
    async prepare(say) {
      const fleet = await exportLedger(say);
      const script = await readCopyScript(fleet, exported);
      const service = await startCostplane(fleet.databaseUrl);
      const folder = await mkdtemp(join(tmpdir(), 'costplane-bench-'));
      const file = join(folder, `focus.${format}`);
      const request = { url: service.url, key: fleet.key, format };
      let idleMib = 0;
      let grownMib = 0;
      let rows = 0;
      const warmUp = async () => {
        say('warming up');
        await downloadExport({ ...request, span: exportedFirst, grain: 'namespace' }, file);
        await sleep(idleAfterMs);
        idleMib = await readResidentMib(service.pid);
      };
      return {
        postgres: fleet.postgres,
        comparisons: [
          {
            name: `export-${format}`,
            async measureService() {
              if (idleMib === 0) await warmUp();
              const { result, peakMib } = await watchMemory(service.pid, () =>
                downloadExport({ ...request, span: exported }, file),
              );
              grownMib = Math.max(grownMib, peakMib - idleMib);
              rows = result.rows;
              return rows / result.seconds;
            },
            async measureFloor() {
              const seconds = await runPsql(fleet.databaseUrl, script, file);
              // The statement asks for a header too.
              const copied = (await countLines(file)) - 1;
              if (copied !== rows) throw new Error(`psql copied ${copied} rows of ${rows}`);
              return rows / seconds;
            },
          },
        ],
        figures: () => [
          {
            name: `memory above the idle ${Math.round(idleMib)} MiB`,
            value: Math.round(grownMib * 10) / 10,
            unit: 'MiB',
            target: `at most ${memoryMib}`,
          },
        ],
        async close() {
          await service.stop();
          await rm(folder, { recursive: true });
        },
      };
    },
  };
}
