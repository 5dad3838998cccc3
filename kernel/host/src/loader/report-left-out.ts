import { type Logger } from '@costplane/plugin-api';
import { type LoadedPlugin } from './load-plugins.ts';

/** Says which routes are not served, since they gave way, and to whom. */
export function reportLeftOut(loaded: readonly LoadedPlugin[], log: Logger): void {
  for (const { plugin, leftOut } of loaded) {
    for (const { route, takenBy } of leftOut) {
      const path = `${route.method.toUpperCase()} ${route.path}`;
      const fields = { plugin: plugin.id, operation_id: route.operationId, taken_by: takenBy };
      log.warn(fields, `${path} is left out: ${takenBy} serves this path`);
    }
  }
}
