import { Ajv, type ErrorObject } from 'ajv';
import { type TSchema } from 'typebox';
import { once } from '../once.ts';
import { checkedSchemaOptions } from './compile-schema.ts';

/** What is wrong with a body; nothing where it is accepted. */
export type BodyCheck = (body: unknown) => readonly ErrorObject[];

/** Of a body with more values than this, not every error is listed: a million of them takes seconds. */
const mostListedValues = 100;

/** JSON can write numbers that are infinite when they are read. */
const options = { ...checkedSchemaOptions, verbose: true, strictNumbers: true };
const everyError = new Ajv({ ...options, allErrors: true });
const firstError = new Ajv(options);
const firstErrorOfForm = new Ajv({ ...options, formats: { ...options.formats, date: true } });
const ofSetAndRange = [
  'enum',
  'const',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];
for (const keyword of ofSetAndRange) firstErrorOfForm.removeKeyword(keyword);

/**
 * The check of a body, whose schema is compiled when it is first needed. Of a small body every error
 * is found, of a large one the first, a wrong form before a value outside its set or range.
 */
export function compileBody(schema: TSchema): BodyCheck {
  const accepts = once(() => firstError.compile(schema));
  const findAll = once(() => everyError.compile(schema));
  const hasForm = once(() => firstErrorOfForm.compile(schema));
  return (body) => {
    if (accepts()(body)) return [];
    const find = isSmall(body) ? findAll() : hasForm()(body) ? accepts() : hasForm();
    return find(body) ? [] : (find.errors ?? []);
  };
}

function isSmall(body: unknown): boolean {
  const values = [body];
  // The list grows while it is gone through: no recursion, since a body may be nested deeper than
  // the stack.
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (values.length + inner.length > mostListedValues) return false;
    values.push(...inner);
  }
  return true;
}
