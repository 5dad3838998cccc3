import { ApiError } from '@costplane/plugin-api';
import { type Exchange } from '../exchange.ts';

/** Step 5: the key must hold the route's scope; a scope never implies another. */
export function authorize({ principal, route }: Exchange): void {
  const { scope } = route.definition;
  if (typeof scope !== 'string' || principal?.scopes.has(scope)) return;
  throw new ApiError('FORBIDDEN', [{ reason: 'missing_scope', required: scope }]);
}
