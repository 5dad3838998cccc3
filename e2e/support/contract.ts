import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './paths.ts';

/** What the contract's endpoint index says of one route. */
export interface IndexRow {
  /** Method and path: `GET /v1/clusters/{cluster_id}`. */
  readonly route: string;
  /** `undefined`: it needs no key. */
  readonly scope: string | undefined;
  readonly isCursorPaged: boolean;
  /** `neither`: the parameter means nothing there, or is taken no notice of. */
  readonly costMode: 'accepts' | 'rejects' | 'neither';
  /** Where it is accepted. */
  readonly defaultCostMode: string;
}

export interface Contract {
  readonly index: readonly IndexRow[];
  /** The status of each error code of the catalog. */
  readonly statusOf: ReadonlyMap<string, number>;
}

const file = join(repository, '../shared/spec/api-v1.md');

/** The contract, where it is at hand. */
export function readContract(): Contract | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  const trends = tableIn(text, '### Cost trends').flatMap(([, route = '', scope = '', mode = '']) =>
    toRows([route, scope, 'series', mode === 'rejected' ? 'rejects' : `accepts, ${mode}`]),
  );
  const index = tableIn(text, '### Endpoint index').flatMap((cells) =>
    cells[0] === 'five cost-trend routes' ? trends : toRows(cells),
  );
  const catalog = tableIn(text, '## Errors').map(
    ([status, code = '']) => [code.replaceAll('`', ''), Number(status)] as const,
  );
  return { index, statusOf: new Map(catalog) };
}

/** One row per path of the first cell, which may name several. */
function toRows([routes = '', scope = '', paged = '', costMode = '']: readonly string[]) {
  const named = [...routes.matchAll(/`(?:(GET|POST) )?(\/[^`]+)`/g)];
  if (named.length === 0) throw new Error(`the endpoint index has a row without a path: ${routes}`);
  return named.map(([, method = 'GET', path = '']): IndexRow => {
    // The explorer accepts it in its body.
    const rule = costMode.includes('body') ? 'neither' : costMode.split(',')[0];
    return {
      route: `${method} ${path}`,
      scope: /`(.+)`/.exec(scope)?.[1],
      isCursorPaged: paged === 'cursor',
      costMode: rule === 'accepts' || rule === 'rejects' ? rule : 'neither',
      defaultCostMode: /`(workload_only)`/.exec(costMode)?.[1] ?? 'fully_loaded',
    };
  });
}

/** The cells of the first table under a heading, without its head. */
function tableIn(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line, at) => at > lines.indexOf(heading) && line.startsWith('|'));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
