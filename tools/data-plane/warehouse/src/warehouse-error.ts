/** A failure that a person can cause and fix. Its message is one line and holds no secret. */
export class WarehouseError extends Error {
  override readonly name = 'WarehouseError';
}
