import { parseArgs } from 'node:util';

export const help = `Usage: costplane-service [--config FILE] [--port N] [--json] [--debug]

Runs the service over the database in DATABASE_URL until SIGINT or SIGTERM.

  --config FILE  the config file; else that in COSTPLANE_CONFIG, else costplane.config.yaml
  --port N       the port of the API, over PORT and the config; 0 takes a free one
  --json         when the service is ready, print {url, metrics_url}
  --debug        show the stack of a failure
  -h, --help     show this
`;

export interface Arguments {
  readonly config?: string | undefined;
  readonly port?: number | undefined;
  readonly json: boolean;
  readonly debug: boolean;
  readonly help: boolean;
}

/** Arguments that cannot be understood, in words for the person who gave them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function readArguments(args: readonly string[]): Arguments {
  const { config, port, json = false, debug = false, help = false } = parse(args);
  return { config, port: port === undefined ? undefined : readPort(port), json, debug, help };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        config: { type: 'string' },
        port: { type: 'string' },
        json: { type: 'boolean' },
        debug: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    const [message = ''] = (error as Error).message.split(/[.\n] ?/, 1);
    throw new UsageError(message, { cause: error });
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535 (got "${text}")`);
}
