import { type Client, createClient } from '../client.ts';
import { serve, type Service } from '../costplane.ts';
import { type Database } from '../database.ts';
import { temporaryFolder } from '../folder.ts';
import { type PluginEntry, writeConfig } from './write-config.ts';

/** A service with chosen plugins over a database that is dropped with it. */
export interface ServedPlugins {
  readonly service: Service;
  readonly client: Client;
  readonly database: Database;
  /** Of a command that is to see what the service sees. */
  readonly environment: Readonly<Record<string, string>>;
  /** For files of a test; it has the config. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** Serves them; `own` is more of the environment of the service. */
export async function serveWith(
  plugins: readonly PluginEntry[],
  database: Database,
  own: Readonly<Record<string, string>> = {},
): Promise<ServedPlugins> {
  const folder = await temporaryFolder();
  const environment = {
    DATABASE_URL: database.url,
    COSTPLANE_CONFIG: await writeConfig(folder.path, 'served', plugins),
  };
  const service = await serve({ ...environment, ...own });
  return {
    service,
    database,
    client: await createClient(service.url),
    environment,
    folder: folder.path,
    async stop() {
      await service.stop();
      await database.drop();
      await folder.remove();
    },
  };
}
