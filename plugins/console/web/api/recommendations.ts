import { type Schemas } from '@costplane/client';
import { get } from './question.ts';

export type Recommendation = Schemas['Recommendation'];
export type RecommendationDetail = Schemas['RecommendationDetail'];

export const recommendation = (id: string) =>
  get('getRecommendation', 'the recommendation', '/v1/recommendations/{rec_id}', {
    params: { path: { rec_id: id } },
  });
