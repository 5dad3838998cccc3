/** Skips a suite or test, with the reason that the run's summary shows. */
export function skip(context: Mocha.Context, reason: string): never {
  Object.assign(context.test ?? {}, { skipReason: reason });
  context.skip();
}
