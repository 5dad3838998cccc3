/**
 * How every session of the service begins: in the role that can only read, with the schema, the
 * time zone and the limits that its queries count on. Given as start-up options, they also are
 * what `RESET` and `DISCARD` return to.
 */
export function sessionOptions(statementTimeoutMs: number): string {
  return [
    'role=costplane_api',
    'search_path=costplane',
    'default_transaction_read_only=on',
    'TimeZone=UTC',
    'DateStyle=ISO',
    `statement_timeout=${statementTimeoutMs}`,
    'idle_in_transaction_session_timeout=60000',
  ]
    .map((option) => `-c ${option}`)
    .join(' ');
}
