import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../support/client.ts';
import { serve } from '../support/costplane.ts';
import {
  compareSchemaAnswers,
  compareSchemas,
  type SchemaAnswer,
} from '../support/focus/compare.ts';
import { checkSchemaObject } from '../support/focus/checks/schema-object.ts';
import { createExporter } from '../support/focus/export-client.ts';
import { grains, idleModes } from '../support/focus/exported-file.ts';
import { useFleet } from '../support/focus/fleet.ts';
import { listDefinitions } from '../support/focus/schema-object.ts';
import { focusColumns, inapplicableColumns } from '../support/focus/vocabulary/columns.ts';
import { expectNone } from '../support/focus/expect-none.ts';
import { repository } from '../support/paths.ts';

const selections = [undefined, ['BilledCost'], ['Tags', 'BilledCost']];

describe('the schema of FOCUS exports', () => {
  const fleet = useFleet();

  const allAnswers = async () => {
    const answers: SchemaAnswer[] = [];
    for (const grain of grains) {
      for (const idle of idleModes) {
        for (const columns of selections) {
          const asked = { grain, idle, ...(columns && { columns }) };
          answers.push({ grain, idle, data: await fleet().exporter.schema(asked) });
        }
      }
    }
    return answers;
  };

  it('describes each configuration with its own stable id', async () => {
    const answers = await allAnswers();
    for (const { data } of answers) {
      expectNone(checkSchemaObject(data));
    }
    const again = await allAnswers();
    expectNone(compareSchemas([...answers, ...again]));
    expect(new Set(answers.map(({ data }) => data.schema_id)).size).to.equal(answers.length);
  });

  it('is the same on another process', async () => {
    const { history, exporter } = fleet();
    const other = await serve(history.environment);
    try {
      const second = createExporter(other.url, history.environment);
      for (const grain of grains) {
        const [a, b] = [await exporter.schema({ grain }), await second.schema({ grain })];
        expectNone(compareSchemaAnswers(a, b));
      }
    } finally {
      await other.stop();
    }
  });

  it('does not depend on window, clusters or the order of columns', async () => {
    const { exporter, north } = fleet();
    const plain = await exporter.schema({});
    const window = { from: '2026-06-01', to: '2026-06-02' };
    const others = [{ ...window }, { clusters: [north] }, { from: 'nonsense', to: '' }];
    for (const other of others) {
      const answer = await exporter.schema(other);
      expectNone(compareSchemaAnswers(plain, answer));
    }
    const [first, second] = [
      await exporter.schema({ columns: ['Tags', 'BilledCost'] }),
      await exporter.schema({ columns: ['BilledCost', 'Tags'] }),
    ];
    expect(first.schema_id).to.equal(second.schema_id);
  });

  it('is a standard response, with the basis all', async () => {
    const { exporter, service } = fleet();
    const client = await createClient(service.url);
    const { status, body } = await client.get(
      '/v1/exports/focus/schema?grain=namespace&idle=apportioned',
      await exporter.createKey(),
    );
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('data', 'meta');
    expect(body.meta.basis).to.equal('all');
    expect(body.meta.request_id).to.match(/^req_/);
    expect(body.data.allocation_method.id).to.equal('max-request-usage-1/apportioned');
  });

  it('and the README cover all 65 columns, as produced or omitted with a reason', async () => {
    const { exporter } = fleet();
    const data = await exporter.schema({});
    const text = JSON.stringify({ ...data, Schema: [] });
    const readme = await readFile(join(repository, 'plugins/focus-export/README.md'), 'utf8');
    const produced = new Set(listDefinitions(data).map(({ ColumnName }) => ColumnName));
    for (const { id } of focusColumns) {
      expect(produced.has(id), id).to.equal(!inapplicableColumns.has(id));
      expect(new RegExp(`\`${id}\``).test(readme), `${id} in the README`).to.equal(true);
      if (!produced.has(id)) {
        expect(new RegExp(`"${id}"`).test(text), `${id} in the answer`).to.equal(true);
      }
    }
  });
});
