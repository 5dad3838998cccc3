import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { type DocumentedOperation } from './operations.ts';

/** How Citus answers a statement, from the least to the most that passes the coordinator. */
const kinds = ['local', 'router', 'push-down', 'subplans', 'repartition'] as const;
type Kind = (typeof kinds)[number];
const columns = kinds.slice(1);

interface Recorded {
  /** `GET /v1/nodes?limit=2`. */
  readonly request: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A statement of a route, and how it is answered. */
export interface Planned {
  readonly route: string;
  readonly text: string;
  readonly kind: Kind;
}

/** In the environment of a service: its requests' statements are recorded in a file. */
export const recordStatements = (file: string) => ({
  RECORDED_STATEMENTS: file,
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'record-statements.mjs')}`,
});

/** The plans of all recorded statements that read, each once for a route. */
export async function readPlans(
  file: string,
  url: string,
  operations: readonly DocumentedOperation[],
): Promise<Planned[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const client = new Client({ connectionString: url, options: '-c search_path=costplane' });
  await client.connect();
  const coordinator = new URL(url).port;
  const plans = new Map<string, Planned>();
  let settings: string[] = [];
  try {
    for (const { request, text, values } of lines.map((line) => JSON.parse(line) as Recorded)) {
      if (text.includes('set local costplane.parameter_')) settings.push(text);
      const statement = findSelect(text);
      const route = findRoute(request, operations);
      const key = `${route} ${text}`;
      if (statement === undefined || route === undefined || plans.has(key)) continue;
      await client.query(['begin', ...settings].join('; '));
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (costs off) ${statement}`,
        [...values],
      );
      await client.query('rollback');
      settings = [];
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      plans.set(key, { route, text, kind: findKind(plan, coordinator) });
    }
  } finally {
    await client.end();
  }
  return [...plans.values()];
}

/** What a statement selects; nothing if it reads no table. */
function findSelect(text: string): string | undefined {
  const [, selected = text] =
    /^copy \((.*)\) to stdout/s.exec(text) ??
    /^declare part no scroll cursor for(.*)$/s.exec(text) ??
    [];
  return /^\s*(select|with)\b/i.test(selected) && /\bfrom\b/i.test(selected) ? selected : undefined;
}

function findRoute(request: string, operations: readonly DocumentedOperation[]) {
  const [method = '', url = ''] = request.split(' ');
  const [path = ''] = url.split('?');
  const found = operations.find(
    (operation) =>
      operation.method === method.toLowerCase() &&
      new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  );
  return found && `${method} ${found.path}`;
}

/** Reference tables are on the coordinator, too: what it reads of them asks no worker. */
export function findKind(plan: string, coordinator: string): Kind {
  if (/MapMergeJob|Dependent Jobs/.test(plan)) return 'repartition';
  const ports = [...plan.matchAll(/Node: host=\S+ port=(\d+)/g)].map(([, port]) => port);
  const asksWorkers = ports.length === 0 || ports.some((port) => port !== coordinator);
  if (!plan.includes('Citus Adaptive') || !asksWorkers) return 'local';
  if (plan.includes('Distributed Subplan')) return 'subplans';
  return /Task Count: 1$/m.test(plan) ? 'router' : 'push-down';
}

/** The table of routes: in which ways Citus answers their statements, but for those that ask no worker. */
export function writePlans(plans: readonly Planned[]): string {
  const asking = plans.filter(({ kind }) => kind !== 'local');
  const routes = [...new Set(asking.map(({ route }) => route))].sort();
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = routes.map((route) => {
    const found = new Set(asking.filter((plan) => plan.route === route).map(({ kind }) => kind));
    return line([`\`${route}\``, ...columns.map((kind) => (found.has(kind) ? 'yes' : ''))]);
  });
  return [line(['Route', ...columns]), line(['---', ...columns.map(() => '---')]), ...rows].join(
    '\n',
  );
}
