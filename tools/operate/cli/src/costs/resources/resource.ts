import { type CostplaneClient, type MoneyObject } from '@costplane/client';
import { type Column } from '../column.ts';

/** A kind of resource that can be listed. */
export interface Resource<R> {
  readonly list: (client: CostplaneClient, query: object) => AsyncIterable<R>;
  readonly columns: (currency: string) => readonly Column<R>[];
  readonly cost: (row: R) => MoneyObject | undefined;
}
