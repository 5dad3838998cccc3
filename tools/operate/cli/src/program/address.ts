import { InvalidArgumentError } from 'commander';

export interface Address {
  host: string;
  /** 0 selects a free port. */
  port: number;
}

/** `8080`, `0.0.0.0:8080`, `localhost:0` or `[::1]:8080`. */
export function toAddress(text: string): Address {
  const [, host, port = ''] = /^(?:(\[[0-9A-Fa-f:.]+\]|[^:\s[\]]+):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === '' || Number(port) > 65_535) {
    throw new InvalidArgumentError('Must be [HOST:]PORT, such as 8080 or 0.0.0.0:8080.');
  }
  return { host: host?.replaceAll(/^\[|\]$/g, '') ?? '127.0.0.1', port: Number(port) };
}
