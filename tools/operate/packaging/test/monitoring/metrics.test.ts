import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readDashboard, shownPanels } from './support/dashboards.ts';
import { repository, rulesFile } from './support/paths.ts';

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
}

const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const panels = shownPanels(readDashboard('costplane-service.json'));
const expressions = [
  ...rules.map(({ record, alert, expr }) => ({ where: `rule ${alert ?? record}`, expr })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr = '' }) => ({ where: `panel ${title}`, expr })),
  ),
];

/** Every metric that the reference documents, with its labels. */
function documentedMetrics(): ReadonlyMap<string, readonly string[]> {
  const reference = readFileSync(join(repository, 'docs/reference/metrics.md'), 'utf8');
  const rows = reference.matchAll(/^\| `(\w+)`\s*\| (\w+)\s*\| ([^|]*)\|/gm);
  return new Map(
    [...rows].flatMap(([, name = '', type, labels = '']) => {
      const own = [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label);
      const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      return suffixes.map((suffix): [string, string[]] => [name + suffix, own]);
    }),
  );
}

describe('the metrics of alert rules and dashboards', () => {
  const documented = documentedMetrics();

  it('are exposed by the service or the receiver', () => {
    const unknown = expressions.flatMap(({ where, expr }) =>
      [...expr.matchAll(/\bcostplane_\w+/g)]
        .filter(([name]) => !documented.has(name))
        .map(([name]) => `${where}: ${name}`),
    );
    expect(documented.size).to.be.greaterThan(10);
    expect(unknown).to.eql([]);
  });

  it('are selected by existing labels', () => {
    const scraped = ['job', 'namespace', 'instance', 'le'];
    const unknown = expressions.flatMap(({ where, expr }) =>
      [...expr.matchAll(/\b(costplane_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) =>
        [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)]
          .map(([, label = '']) => label)
          .filter((label) => !scraped.includes(label) && !documented.get(name)?.includes(label))
          .map((label) => `${where}: ${name} has no label ${label}`),
      ),
    );
    expect(unknown).to.eql([]);
  });
});
