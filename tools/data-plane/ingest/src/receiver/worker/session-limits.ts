/**
 * What one transaction may take. Longer than an agent waits for its answer: its next attempt finds
 * the snapshot stored.
 */
export const mostApplyingMs = 120_000;

/** Settings of the sessions that apply reports. */
export const sessionLimits = {
  statement_timeout: String(mostApplyingMs),
  idle_in_transaction_session_timeout: String(mostApplyingMs),
  // A receiver that was killed must not hold its clusters' locks.
  client_connection_check_interval: '1000',
};
