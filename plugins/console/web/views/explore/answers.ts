import { type explore } from '../../api/questions.ts';
import { type Question } from '../../api/question.ts';

export type ExplorationAnswer =
  ReturnType<typeof explore> extends Question<infer Body> ? Body : never;
