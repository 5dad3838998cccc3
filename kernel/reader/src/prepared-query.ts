import { type Connection, Query, type QueryResult } from 'pg';
import { type RawRow } from './raw-rows.ts';
import { type Field, RowShape } from './row-shape.ts';

/** Shared by all connections, so that rows of one statement have one hidden class. */
const shapes = new Map<string, RowShape>();

function findShape(fields: readonly Field[]): RowShape {
  const key = JSON.stringify(fields.map(({ name, dataTypeID }) => [name, dataTypeID]));
  const shape = shapes.get(key) ?? new RowShape(fields);
  shapes.set(key, shape);
  return shape;
}

/** The prepared statements of a connection. */
interface Prepared {
  /** By name; the columns of a prepared statement do not change. */
  readonly shapes: Map<string, RowShape>;
  /** The connection without its `describe`, which is not needed again. */
  readonly undescribed: Connection;
}

const byConnection = new WeakMap<Connection, Prepared>();

function findPrepared(connection: Connection): Prepared {
  const known = byConnection.get(connection);
  if (known) return known;
  const undescribed = Object.create(connection, {
    describe: { value: () => undefined },
  }) as Connection;
  const prepared = { shapes: new Map<string, RowShape>(), undescribed };
  byConnection.set(connection, prepared);
  return prepared;
}

/** The query class of the driver, with members that its types lack. */
type DriverQuery = new (
  statement: PreparedStatement,
  callback: (error: Error | null, result: QueryResult) => void,
) => Query & {
  readonly name: string;
  readonly _result: { readonly rows: object[] };
  prepare(connection: Connection): void;
};

export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A prepared statement whose columns the server describes once per connection. */
export class PreparedQuery extends (Query as unknown as DriverQuery) {
  #prepared: Prepared | undefined;
  #shape: RowShape | undefined;

  override prepare(connection: Connection): void {
    this.#prepared = findPrepared(connection);
    this.#shape = this.#prepared.shapes.get(this.name);
    super.prepare(this.#shape ? this.#prepared.undescribed : connection);
  }

  /** Called by the driver. */
  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#shape = findShape(fields);
    this.#prepared?.shapes.set(this.name, this.#shape);
  }

  /** Called by the driver. */
  handleDataRow(row: RawRow): void {
    if (this.#shape) this._result.rows.push(this.#shape.read(row));
  }
}
