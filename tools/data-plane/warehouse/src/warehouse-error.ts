/** An error that the user can cause and fix. Its message is one line without secrets. */
export class WarehouseError extends Error {
  override readonly name = 'WarehouseError';
}
