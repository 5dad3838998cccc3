import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The PromQL of dashboards as rules to record, with variables as Grafana fills them in. */
export function panelsAsRules(folder) {
  const expressions = readdirSync(folder).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return panels.flatMap(({ targets = [] }) => targets).flatMap(({ expr }) => expr ?? []);
  });
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$namespace', '.*'),
  }));
  return { groups: [{ name: 'panels', rules }] };
}
