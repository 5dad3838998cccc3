import { type Clock, type Logger } from '@costplane/plugin-api';
import { type ServiceConfig } from './config/config-schema.ts';
import { type LoadOutcome } from './loader/load-plugins.ts';

/** What a service is composed of. */
export interface ServiceOptions {
  readonly config: ServiceConfig;
  readonly plugins: LoadOutcome;
  readonly databaseUrl: string;
  /** Where history is read from; `databaseUrl` unless given. */
  readonly ledgerDatabaseUrl?: string | undefined;
  readonly redisUrl?: string | undefined;
  readonly log: Logger;
  readonly clock?: Clock;
}
