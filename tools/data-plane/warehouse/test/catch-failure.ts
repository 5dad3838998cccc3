import { expect } from 'chai';
import { WarehouseError } from '../src/index.ts';

/** The message of the WarehouseError that something rejects with: one line. */
export async function catchFailure(action: Promise<unknown>): Promise<string> {
  const failure: unknown = await action.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof WarehouseError)) {
    throw new Error('It did not fail as expected', { cause: failure });
  }
  expect(failure.message).not.to.include('\n');
  return failure.message;
}
