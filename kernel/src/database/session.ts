/**
 * How every session of the service begins: in the role that can only read, with the schema, the
 * time zone and the limits that its queries count on. Given as start-up options, they also are
 * what `RESET` and `DISCARD` return to.
 */
export function sessionOptions(statementTimeoutMs: number, own: readonly string[] = []): string {
  return [
    ...own,
    'role=costplane_api',
    'search_path=costplane',
    'default_transaction_read_only=on',
    'TimeZone=UTC',
    'DateStyle=ISO',
    `statement_timeout=${statementTimeoutMs}`,
    'idle_in_transaction_session_timeout=60000',
    // A statement whose connection was broken off is cancelled.
    'client_connection_check_interval=1000',
    // What is asked again and again is in memory: looking rows up costs little more than reading
    // on. With the default of 4, a name is looked for by reading all names.
    'random_page_cost=1.1',
  ]
    .map((option) => `-c ${option}`)
    .join(' ');
}
