import { bind, joinHostPort } from '@costplane/kernel/edge';
import { type Server } from 'node:http';
import { ReceiverError } from './receiver-error.ts';

export interface Address {
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
}

/** Binds a server, and returns its URL. */
export async function listen(server: Server, address: Address, option: string): Promise<string> {
  const { host } = address;
  const port = await bind(
    server,
    address,
    (problem) =>
      new ReceiverError(
        `${joinHostPort(host, address.port)} ${problem}; choose another one with ${option}`,
      ),
  );
  return `http://${joinHostPort(host, port)}`;
}
