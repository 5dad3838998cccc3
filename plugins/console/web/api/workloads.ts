import { type Schemas } from '@costplane/client';
import { type Days } from '../parts/days.ts';
import { type PageQuery } from './clusters.ts';
import { get } from './question.ts';
import { type Costing, explore, pageSize, perDay } from './questions.ts';

export type Workload = Schemas['Workload'];
export type Pod = Schemas['Pod'];

export const workloads = (costing: Costing, query: PageQuery) =>
  get('listWorkloads', 'the workloads', '/v1/workloads', {
    params: { query: { ...costing, limit: pageSize, ...query } },
  });

export const clusterWorkloads = (clusterId: string, costing: Costing, query: PageQuery) =>
  get(
    'listClusterWorkloads',
    'the workloads of the cluster',
    '/v1/clusters/{cluster_id}/workloads',
    {
      params: {
        path: { cluster_id: clusterId },
        query: { ...costing, limit: pageSize, ...query },
      },
    },
  );

export const workload = (workloadUid: string, costing: Costing) =>
  get('getWorkload', 'the workload', '/v1/workloads/{workload_uid}', {
    params: { path: { workload_uid: workloadUid }, query: costing },
  });

export const workloadPods = (workloadUid: string, costing: Costing, query: PageQuery) =>
  get('listWorkloadPods', 'the pods of the workload', '/v1/workloads/{workload_uid}/pods', {
    params: {
      path: { workload_uid: workloadUid },
      query: { ...costing, limit: pageSize, ...query },
    },
  });

export const workloadTrend = (
  clusterId: string,
  workloadUid: string,
  days: Days,
  costing: Costing,
  type: 'breakdown' | 'run_rate' = 'breakdown',
) =>
  get(
    'getWorkloadCostTrend',
    'the cost per day of a workload',
    '/v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend',
    {
      params: {
        path: { cluster_id: clusterId, workload_uid: workloadUid },
        query: { ...perDay(days, costing), type },
      },
    },
  );

/** The requests and usage of a workload, in a row per day. */
export const workloadUse = (workloadUid: string, { from, to }: Days, costing: Costing) =>
  explore({
    group_by: 'time:day',
    filter_expression: { workload: [{ field: 'uid', operator: 'in', values: [workloadUid] }] },
    start_date: from,
    end_date: to,
    export: true,
    per_page: 10_000,
    ...costing,
  });
