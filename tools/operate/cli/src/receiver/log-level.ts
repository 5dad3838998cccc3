import { configSchema } from '@costplane/kernel';
import { CommandError } from '../command-error.ts';
import { nonEmpty } from '../environment.ts';

/** What `LOG_LEVEL` says, as for the service. */
export function readLogLevel(): string {
  const given = nonEmpty(process.env.LOG_LEVEL) ?? 'info';
  const { enum: levels } = configSchema.properties.log.properties.level as unknown as {
    enum: string[];
  };
  if (levels.includes(given)) return given;
  throw new CommandError(`LOG_LEVEL must be one of ${levels.join(', ')}`);
}
