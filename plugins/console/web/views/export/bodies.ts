import { type focusSchema } from '../../api/focus.ts';
import { type Question } from '../../api/question.ts';

export type SchemaBody = ReturnType<typeof focusSchema> extends Question<infer Body> ? Body : never;
