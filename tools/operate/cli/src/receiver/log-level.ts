import { CommandError } from '../command-error.ts';
import { nonEmpty } from '../environment.ts';
import { logLevels } from '../service/config-schema.ts';

/** Reads `LOG_LEVEL`, as the service does. */
export function readLogLevel(): string {
  const given = nonEmpty(process.env.LOG_LEVEL) ?? 'info';
  if (logLevels.some((level) => level === given)) return given;
  throw new CommandError(
    `LOG_LEVEL is ${JSON.stringify(given)}; it must be one of ${logLevels.join(', ')}`,
  );
}
