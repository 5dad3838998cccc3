/**
 * What one transaction may take. Longer than an agent waits for its answer: its next attempt finds
 * the snapshot stored.
 */
export const mostApplyingMs = 120_000;

const settings = [
  `statement_timeout=${mostApplyingMs}`,
  `idle_in_transaction_session_timeout=${mostApplyingMs}`,
  // A receiver that was killed must not hold its clusters' locks.
  'client_connection_check_interval=1000',
];

/** The URL of a database, with bounds for what runs in its sessions. */
export function limitSession(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get('options') ?? '';
  const options = [...settings.map((setting) => `-c ${setting}`), given];
  url.searchParams.set('options', options.join(' ').trim());
  return url.href;
}
