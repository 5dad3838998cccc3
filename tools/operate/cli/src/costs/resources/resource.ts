import { type CostplaneClient, type MoneyObject } from '@costplane/client';
import { type Column } from '../column.ts';

/** A resource that `get` can list. */
export interface Resource<R> {
  readonly list: (client: CostplaneClient, query: object) => AsyncIterable<R>;
  readonly columns: (currency: string) => readonly Column<R>[];
  readonly cost: (row: R) => MoneyObject | undefined;
}
