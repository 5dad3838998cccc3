import { type Answer } from '../../api/answer.ts';
import {
  type clusters,
  type organizationDashboard,
  type recommendations,
} from '../../api/questions.ts';
import { type Question } from '../../api/question.ts';

type BodyOf<Ask extends (...given: never[]) => Question<unknown>> =
  ReturnType<Ask> extends Question<infer Body> ? Answer<Body> : never;

export type DashboardAnswer = BodyOf<typeof organizationDashboard>;
export type ClustersAnswer = BodyOf<typeof clusters>;
export type RecommendationsAnswer = BodyOf<typeof recommendations>;
