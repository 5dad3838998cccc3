import { type Row } from '../exported-file.ts';
import { JsonObject, parseStrictJson } from '../strict-json.ts';
import { listDefinitions } from '../schema-object.ts';
import { type Context, isNull, isSet, type Report, type RowCheck, cellText } from './check.ts';

/** Checks 46 to 52: what a row says of the split that it comes from. */
export const checkSplitRow: RowCheck = (row, report, context) => {
  checkMethod(row, report, context);
  checkState(row, report);
  checkGrain(row, report, context);
  checkTags(row, report, context);
};

/** The id of the documented method (section 4.2). */
export const methodId = (idle: string): string => `max-request-usage-1/${idle}`;

function checkMethod(row: Row, report: Report, { file }: Context) {
  const { AllocatedMethodId: method, AllocatedResourceId: id, AllocatedResourceName: name } = row;
  if (isNull(method)) {
    const others = [row.AllocatedMethodDetails, id, name, row.AllocatedTags];
    if (others.some(isSet)) report(46, 'M', 'Allocated columns without AllocatedMethodId');
  }
  if ((isNull(id) && isSet(name)) || (isSet(id) && isNull(name))) {
    report(47, 'M', 'one of AllocatedResourceId and AllocatedResourceName is null');
  }
  if (isSet(method) && isNull(row.AllocatedMethodDetails)) {
    report(48, 'S', 'AllocatedMethodDetails is null');
  }
  if (method !== undefined && method !== methodId(file.request.idle)) {
    report(49, 'P', `AllocatedMethodId is ${method}`);
  }
}

function checkState(row: Row, report: Report) {
  const { x_AllocationState: state, AllocatedResourceId: id } = row;
  if (state === undefined) return;
  if (!['Allocated', 'Idle', 'Overhead'].includes(cellText(state))) {
    report(50, 'P', `x_AllocationState is ${state}`);
  }
  if (state === 'Idle' && (isSet(id) || isSet(row.AllocatedTags))) {
    report(50, 'P', 'an idle row is of somebody');
  }
  if (state !== 'Idle' && isNull(id)) report(50, 'P', `a row of nobody is ${state}`);
}

/** Check 58. At grain `workload`, what no workload of a namespace carries is the namespace's own. */
function checkGrain(row: Row, report: Report, { file }: Context) {
  const { AllocatedResourceId: id, x_NamespaceId: namespace, x_WorkloadKind: kind } = row;
  if (row.x_AllocationState !== 'Allocated' || id === undefined || namespace === undefined) return;
  const isNamespace = id === namespace;
  if (
    file.request.grain === 'namespace' ? !isNamespace || isSet(kind) : isNamespace === isSet(kind)
  ) {
    report(58, 'P', `${cellText(row.AllocatedResourceName)} is not of this grain`);
  }
}

function checkTags(row: Row, report: Report, { schema, expectations }: Context) {
  const tags = parseKeys(row.Tags);
  const allocated = parseKeys(row.AllocatedTags);
  const repeated = allocated.filter((key) => tags.includes(key));
  if (repeated.length > 0) report(51, 'M', `${repeated.join()} is in Tags, too`);

  const { generatorTags = ['costplane/team'] } = expectations;
  const prefixes = listDefinitions(schema).flatMap((one) => one.ProviderTagPrefixes ?? []);
  for (const key of [...tags, ...allocated]) {
    const isReserved = prefixes.some((prefix) => key.startsWith(prefix));
    if (isReserved && !generatorTags.includes(key)) report(52, 'M', `${key} is somebody's label`);
  }
}

/** None of a text that is no object: that is the subject of check 20. */
function parseKeys(value: Row[string]): readonly string[] {
  try {
    const object = parseStrictJson(cellText(value));
    return object instanceof JsonObject ? object.keys : [];
  } catch {
    return [];
  }
}
