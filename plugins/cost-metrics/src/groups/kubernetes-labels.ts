import { sql } from 'kysely';
import { type Labels } from '../exposition/group.ts';

/** The name that kube-state-metrics gives a label in Prometheus. */
const nameLabel = (label: string) => `label_${label.replaceAll(/[^A-Za-z0-9_]/g, '_')}`;

/** Labels of the objects of a table that has them, by its alias. */
export const kubernetesLabels = (alias: string, labels: readonly string[]): Labels =>
  Object.fromEntries(
    labels.map((label) => [
      nameLabel(label),
      sql`${sql.ref(`${alias}.labels`)} ->> ${label}::text`,
    ]),
  );

/** @throws {Error} if two labels would have one name */
export function requireNames(labels: readonly string[]): void {
  for (const [name, alike = []] of Map.groupBy(labels, nameLabel)) {
    if (alike.length > 1) {
      throw new Error(`config.labels: ${alike.join(' and ')} would both be ${name}`);
    }
  }
}
