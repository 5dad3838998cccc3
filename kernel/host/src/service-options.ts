import { type Clock, type Logger } from '@costplane/plugin-api';
import { type ServiceConfig } from './config/config-schema.ts';
import { type LoadOutcome } from './loader/load-plugins.ts';

/** A database that some organizations are on. */
export interface NamedDatabase {
  readonly name: string;
  readonly databaseUrl: string;
  /** Where history is read from; `databaseUrl` unless given. */
  readonly ledgerDatabaseUrl?: string | undefined;
}

/** What a service is composed of. */
export interface ServiceOptions extends Omit<NamedDatabase, 'name'> {
  readonly config: ServiceConfig;
  readonly plugins: LoadOutcome;
  /** Those of organizations that are not on the default one. */
  readonly databases?: readonly NamedDatabase[];
  readonly redisUrl?: string | undefined;
  readonly log: Logger;
  readonly clock?: Clock;
}
