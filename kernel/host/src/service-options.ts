import { type Clock, type Logger } from '@costplane/plugin-api';
import { type ServiceConfig } from './config/config-schema.ts';
import { type LoadOutcome } from './loader/load-plugins.ts';

/** A database of some organizations. */
export interface NamedDatabase {
  readonly name: string;
  readonly databaseUrl: string;
  /** Database of the history. Default: `databaseUrl`. */
  readonly ledgerDatabaseUrl?: string | undefined;
}

/** The parts of a service. */
export interface ServiceOptions extends Omit<NamedDatabase, 'name'> {
  readonly config: ServiceConfig;
  readonly plugins: LoadOutcome;
  /** Databases of organizations that are not on the default one. */
  readonly databases?: readonly NamedDatabase[];
  readonly redisUrl?: string | undefined;
  readonly log: Logger;
  readonly clock?: Clock;
}
