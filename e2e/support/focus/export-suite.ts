import { expect } from 'chai';
import {
  addAmounts,
  compareBytes,
  compareFormats,
  compareGrains,
  compareIds,
  compareInstances,
  compareParts,
  compareSelection,
  compareTotals,
  compareWithAmount,
} from './compare.ts';
import {
  type ExportedFile,
  type ExportRequest,
  formats,
  grains,
  idleModes,
} from './exported-file.ts';
import { type Exporter } from './export-client.ts';
import { placesWithUnusedNodes, exploredTotal } from './expected.ts';
import { type Database } from '../database.ts';
import { validate } from './validate.ts';
import { expectNone } from './expect-none.ts';

/** A service with a history, and the days that it has one of. */
export interface Source {
  readonly exporter: Exporter;
  readonly database: Database;
  readonly window: { readonly from: string; readonly to: string };
}

/** The tests of what exports have to keep, whatever history they are of. */
export function exportsKeepFocus(source: () => Source): void {
  const exporter = () => source().exporter;
  const files = new Map<string, ExportedFile>();
  const request = (asked: Partial<ExportRequest> = {}): ExportRequest => ({
    ...source().window,
    format: 'csv',
    grain: 'workload',
    idle: 'unallocated',
    ...asked,
  });
  const file = async (asked: Partial<ExportRequest> = {}) => {
    const wanted = request(asked);
    const key = JSON.stringify(wanted);
    const known = files.get(key) ?? (await exporter().export(wanted));
    files.set(key, known);
    return known;
  };
  const fetchSchema = ({ request: asked }: ExportedFile) =>
    exporter().schema({
      grain: asked.grain,
      idle: asked.idle,
      ...(asked.columns && { columns: asked.columns }),
    });

  for (const grain of grains) {
    for (const idle of idleModes) {
      it(`keeps FOCUS 1.4 by ${grain} with idle ${idle}, alike in every format`, async () => {
        const unusedNodes = await placesWithUnusedNodes(source().database);
        const all: ExportedFile[] = [];
        for (const format of formats) {
          const one = await file({ grain, idle, format });
          const schema = await fetchSchema(one);
          expectNone(validate(one, schema, { unusedNodes, isPartial: false }));
          all.push(one);
        }
        expect(all[0]!.rows).to.not.be.empty;
        expectNone(compareFormats(all, await fetchSchema(all[0]!)));
        expectNone(compareInstances(all));
      });
    }
  }

  it('has the same cost as the explorer, in both grains and idle modes', async () => {
    const first = await file();
    for (const grain of grains) {
      for (const idle of idleModes) expectNone(compareTotals(first, await file({ grain, idle })));
    }
    const total = await exploredTotal(exporter(), source().window);
    expectNone(compareWithAmount(first, addAmounts(total.totalCost, total.unallocatedCost)));
    expect(Number(total.totalCost)).to.be.greaterThan(0);
    expect(Number(total.unallocatedCost)).to.be.greaterThan(0);
  });

  it('has namespaces that are the sum of their workloads, under ids that do not change', async () => {
    const all: ExportedFile[] = [];
    for (const idle of idleModes) {
      const [workloads, namespaces] = [
        await file({ idle }),
        await file({ grain: 'namespace', idle }),
      ];
      expectNone(compareGrains(workloads, namespaces));
      all.push(workloads, namespaces);
    }
    expectNone(compareIds(all));
    expectNone(compareInstances(all));
  });

  for (const format of formats) {
    it(`has the same bytes when it is asked for again, as ${format}`, async () => {
      expectNone(
        compareBytes(await file({ format }), await exporter().deliver(request({ format }))),
      );
    });
  }

  it('equals the sum of the two halves of its window', async () => {
    const { from, to } = source().window;
    const middle = new Date((Date.parse(from) + Date.parse(to)) / 2);
    const between = middle.toISOString().slice(0, 10);
    for (const idle of idleModes) {
      const whole = await file({ idle });
      const halves = [await file({ idle, to: between }), await file({ idle, from: between })];
      expect(halves.map(({ rows }) => rows.length > 0)).to.eql([true, true]);
      expectNone(compareParts(whole, halves));
      expectNone(compareInstances([whole, ...halves]));
    }
  });

  it('has chosen columns with the values of the full file, in the order of the full file', async () => {
    const selections = [
      ['x_TeamName', 'EffectiveCost', 'ChargePeriodStart', 'SubAccountId'],
      ['Tags'],
      ['BilledCost', 'ListCost', 'ListUnitPrice', 'PricingQuantity'],
      ['AllocatedMethodDetails', 'SkuPriceId', 'SubAccountId', 'ChargePeriodStart'],
    ];
    for (const columns of selections) {
      for (const format of formats) {
        const full = await file({ format });
        const chosen = await file({ format, columns });
        expectNone(validate(chosen, await fetchSchema(chosen)));
        expectNone(compareSelection(full, chosen));
        expectNone(compareInstances([full, chosen]));
      }
    }
  });
}
