import { checkAcrossRows } from './checks/across-rows.ts';
import { type Context, type Expectations, type RowCheck } from './checks/check.ts';
import { checkColumns } from './checks/columns.ts';
import { checkFile } from './checks/file.ts';
import { checkJsonValues } from './checks/json-values.ts';
import { checkOrigins } from './checks/origins.ts';
import { checkRow } from './checks/rows.ts';
import { checkSchemaObject } from './checks/schema-object.ts';
import { checkSplitRow } from './checks/split.ts';
import { checkValues } from './checks/values.ts';
import { type ExportedFile } from './exported-file.ts';
import { type SchemaObject } from './schema-object.ts';
import { type Violation, violation } from './violation.ts';

/**
 * Everything in which a file does not keep FOCUS 1.4 or our contract: the checks of section 5 of
 * the reference that need no other file. Those are in `compare.ts`.
 */
export function validate(
  file: ExportedFile,
  schema: SchemaObject,
  expectations: Expectations = {},
): Violation[] {
  const context: Context = { file, schema, expectations };
  return [
    ...checkFile(context),
    ...checkColumns(context),
    ...checkRows(context),
    ...checkOrigins(context),
    ...checkAcrossRows(context),
    ...checkSchemaObject(schema),
  ];
}

function checkRows(context: Context): Violation[] {
  const violations: Violation[] = [];
  const checks: RowCheck[] = [
    checkValues(context),
    checkJsonValues(context),
    checkRow,
    checkSplitRow,
  ];
  for (const [at, row] of context.file.rows.entries()) {
    const report = (...[check, level, message]: [number, Violation['level'], string]) =>
      violations.push(violation(check, level, message, at));
    for (const check of checks) check(row, report, context);
  }
  return violations;
}
