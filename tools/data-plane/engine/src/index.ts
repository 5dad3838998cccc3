export {
  recommend,
  type ClusterProgress,
  type ClusterRun,
  type RecommendOptions,
} from './recommend.ts';
