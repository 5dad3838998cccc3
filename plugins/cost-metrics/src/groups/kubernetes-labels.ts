import { sql } from 'kysely';
import { type Labels } from '../exposition/group.ts';

/**
 * Labels of the objects of a table that has them, by its alias, under the names that kube-state-metrics
 * gives them in Prometheus.
 *
 * @throws {Error} if two of them would have one name
 */
export function kubernetesLabels(alias: string, labels: readonly string[]): Labels {
  const byName = new Map<string, string>();
  for (const label of labels) {
    const name = `label_${label.replaceAll(/[^A-Za-z0-9_]/g, '_')}`;
    const other = byName.get(name);
    if (other !== undefined) {
      throw new Error(`config.labels: ${other} and ${label} would both be ${name}`);
    }
    byName.set(name, label);
  }
  const entries = [...byName].map(([name, label]) => [
    name,
    sql`${sql.ref(`${alias}.labels`)} ->> ${label}::text`,
  ]);
  return Object.fromEntries(entries) as Labels;
}
