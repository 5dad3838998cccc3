import { type Basis } from '@costplane/kernel/schema';

/** What a row does not say of its cost. */
export interface CostView {
  readonly basis: Basis;
  readonly currency: string;
}
