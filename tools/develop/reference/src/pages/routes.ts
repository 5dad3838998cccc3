import { page } from '../generated.ts';
import { code, plain, table } from '../markdown.ts';
import { type Product } from '../product.ts';

/** Every route of every plugin, by path. */
export function routesPage({ plugins }: Product): string {
  const routes = plugins
    .flatMap(({ routes, folder }) => routes.map((route) => ({ ...route, folder })))
    .filter(({ undocumented }) => undocumented === undefined)
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  return page(
    'Routes',
    'the plugins',
    'The OpenAPI document (`/v1/openapi.json`, or `costplane openapi`) describes the parameters ' +
      'and responses of each route. The plugins legacy, opencost and mcp are off by default; the ' +
      'first two are listed with their default prefixes. Not listed: the start page and the ' +
      "console, `POST /mcp`, and the copies of OpenCost's routes below `/model`.",
    table(
      ['Route', 'Scope', 'Plugin', 'Answers'],
      routes.map(({ method, path, scope, folder, summary }) => [
        code(`${method.toUpperCase()} ${path}`),
        typeof scope === 'string' ? code(scope) : scope.needs === 'no key' ? 'none' : 'any',
        `[${folder.split('/').at(-1)}](../../${folder}/README.md)`,
        plain(summary),
      ]),
    ),
  );
}

const sortKey = ({ path, method }: { path: string; method: string }) => `${path} ${method}`;
