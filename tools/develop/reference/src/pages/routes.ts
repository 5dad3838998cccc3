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
      'and responses of each route. The plugin legacy is off by default; its routes are listed ' +
      'with its default prefix.',
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
