import { type Violation, violation } from '../violation.ts';
import { type Context } from './check.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks 1, 2 and 5: the file as a whole, its headers and trailers; and 62. */
export function* checkFile(context: Context): Generator<Violation> {
  yield* context.file.violations;
  yield* checkTrailers(context);
  yield* checkHeaders(context);
  yield* checkClusters(context);
}

function* checkTrailers({ file }: Context): Generator<Violation> {
  const { trailers, rows, columns } = file;
  const status = trailers['x-export-status'];
  if (status !== 'complete') yield violation(2, 'P', `X-Export-Status is ${status}`);
  const count = trailers['x-export-row-count'];
  if (count !== String(rows.length)) {
    yield violation(2, 'P', `X-Export-Row-Count is ${count} of ${rows.length}`);
  }
  if (!/^\d+$/.test(trailers['x-export-ledger-rows'] ?? '')) {
    yield violation(2, 'P', `X-Export-Ledger-Rows is ${trailers['x-export-ledger-rows']}`);
  }
  if (columns.length === 0) yield violation(2, 'P', 'has neither a header nor a schema');
}

function* checkHeaders({ file, schema }: Context): Generator<Violation> {
  const { headers, request } = file;
  if (headers['x-focus-version'] !== '1.4') {
    yield violation(5, 'P', `X-Focus-Version is ${headers['x-focus-version']}`);
  }
  if (headers['x-focus-schema-id'] !== schema.schema_id) {
    yield violation(5, 'P', `X-Focus-Schema-Id is ${headers['x-focus-schema-id']}`);
  }
  const instance = headers['x-focus-dataset-instance-id'] ?? '';
  if (!uuid.test(instance)) {
    yield violation(5, 'P', `X-Focus-Dataset-Instance-Id is ${instance || 'missing'}`);
  }
  const disposition = headers['content-disposition'] ?? '';
  const named = [request.grain, request.from, request.to, request.format];
  if (!disposition.startsWith('attachment') || named.some((part) => !disposition.includes(part))) {
    yield violation(5, 'P', `Content-Disposition is ${disposition}`);
  }
}

function* checkClusters({ file, expectations }: Context): Generator<Violation> {
  const { allowedClusters, isPartial } = expectations;
  const partial = file.headers['x-export-partial'];
  if (isPartial !== undefined && partial !== String(isPartial)) {
    yield violation(62, 'P', `X-Export-Partial is ${partial}`);
  }
  const clusters = new Set(file.rows.map((row) => row.SubAccountId));
  for (const allowed of [allowedClusters, file.request.clusters]) {
    if (allowed === undefined) continue;
    for (const cluster of clusters) {
      if (typeof cluster === 'string' && !allowed.includes(cluster)) {
        yield violation(62, 'P', `cluster ${cluster} is not to be seen`);
      }
    }
  }
}
