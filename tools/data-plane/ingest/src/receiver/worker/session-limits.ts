/**
 * Maximum duration of a transaction. Longer than an agent waits for its response: its next attempt
 * finds the snapshot stored.
 */
export const maxApplyingMs = 120_000;

/** Settings of the sessions that apply reports. */
export const sessionLimits = {
  statement_timeout: String(maxApplyingMs),
  idle_in_transaction_session_timeout: String(maxApplyingMs),
  // A receiver that was killed must not keep the locks of its clusters.
  client_connection_check_interval: '1000',
};
