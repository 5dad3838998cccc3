/** What a part of the product adds to what a client sees. */
export interface Surface {
  /** The plugins that bring it: the names of their folders. */
  readonly plugins: readonly string[];
  /** Operation id and scope of each documented route. Without a scope it needs no key. */
  readonly operations: Readonly<Record<string, readonly [operationId: string, scope?: string]>>;
  /** In the order of the document. */
  readonly tags: readonly string[];
  readonly schemas: readonly string[];
  readonly errors: readonly string[];
}

export const probes: Surface = {
  plugins: ['health'],
  operations: {
    'GET /health': ['getHealth'],
    'GET /health/live': ['getLiveness'],
    'GET /health/ready': ['getReadiness'],
  },
  tags: ['Health'],
  schemas: ['ErrorDetail', 'Health', 'Live', 'NotReady', 'Ready'],
  errors: ['BAD_REQUEST', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
};

export const documents: Surface = {
  plugins: ['health'],
  operations: {
    'GET /v1/openapi.json': ['getOpenapiJson'],
    'GET /v1/openapi.yaml': ['getOpenapiYaml'],
  },
  tags: ['Discovery'],
  schemas: [],
  errors: [],
};

export const explorerPage: Surface = {
  plugins: ['health'],
  operations: { 'GET /v1/docs': ['getDocs'] },
  tags: ['Discovery'],
  schemas: [],
  errors: [],
};

/** What a person looks at: nothing of it is in the document. */
export const consolePage: Surface = {
  plugins: ['console'],
  operations: {},
  tags: [],
  schemas: [],
  errors: [],
};

const keyErrors = ['FORBIDDEN', 'RATE_LIMITED', 'RATE_LIMIT_UNAVAILABLE', 'UNAUTHORIZED'];
const clusterErrors = ['CLUSTER_ACCESS_DENIED', 'CLUSTER_NOT_FOUND', 'INVALID_CLUSTER_ID'];
const pageErrors = ['CURSOR_EXPIRED', 'INVALID_CURSOR'];

/** What runs now. */
export const inventory: Surface = {
  plugins: ['organization', 'clusters', 'workloads', 'nodes'],
  operations: {
    'GET /v1/organization': ['getOrganization', 'organization:read'],
    'GET /v1/organization/dashboard': ['getOrganizationDashboard', 'organization:read'],
    'GET /v1/clusters': ['listClusters', 'clusters:read'],
    'GET /v1/clusters/{cluster_id}': ['getCluster', 'clusters:read'],
    'GET /v1/namespaces': ['listNamespaces', 'namespaces:read'],
    'GET /v1/clusters/{cluster_id}/namespaces': ['listClusterNamespaces', 'namespaces:read'],
    'GET /v1/clusters/{cluster_id}/namespaces/{namespace}': ['getNamespace', 'namespaces:read'],
    'GET /v1/workloads': ['listWorkloads', 'workloads:read'],
    'GET /v1/clusters/{cluster_id}/workloads': ['listClusterWorkloads', 'workloads:read'],
    'GET /v1/workloads/{workload_uid}': ['getWorkload', 'workloads:read'],
    'GET /v1/workloads/{workload_uid}/pods': ['listWorkloadPods', 'workloads:read'],
    'GET /v1/nodes': ['listNodes', 'nodes:read'],
    'GET /v1/clusters/{cluster_id}/nodes': ['listClusterNodes', 'nodes:read'],
    'GET /v1/nodes/{node_uid}': ['getNode', 'nodes:read'],
    'GET /v1/node-groups': ['listNodeGroups', 'nodes:read'],
    'GET /v1/clusters/{cluster_id}/node-groups': ['listClusterNodeGroups', 'nodes:read'],
    'GET /v1/clusters/{cluster_id}/node-groups/{name}': ['getNodeGroup', 'nodes:read'],
  },
  tags: ['Organization', 'Clusters', 'Namespaces', 'Workloads', 'Nodes', 'Node groups'],
  schemas: [
    'BillCost',
    'Cluster',
    'CostComponents',
    'CpuCapacity',
    'CpuRequestUtilization',
    'CpuUtilization',
    'DirectCost',
    'GpuCapacity',
    'GpuUtilization',
    'LimitCapacity',
    'MemoryCapacity',
    'MemoryRequestUtilization',
    'MemoryUtilization',
    'Money',
    'Namespace',
    'NamespaceDetail',
    'NamespaceTopWorkload',
    'Node',
    'NodeCost',
    'NodeGroup',

    'NodeGroupCost',
    'Organization',
    'OrganizationCost',
    'OrganizationDashboard',
    'Pagination',
    'Pod',
    'Reference',
    'StorageCapacity',
    'Workload',
  ],
  errors: [
    ...keyErrors,
    ...clusterErrors,
    ...pageErrors,
    'INVALID_COST_MODE',
    'VALIDATION_ERROR',
    'NAMESPACE_NOT_FOUND',
    'NODE_GROUP_NOT_FOUND',
    'NODE_NOT_FOUND',
    'WORKLOAD_NOT_FOUND',
  ],
};

export const volumes: Surface = {
  plugins: ['volumes'],
  operations: {
    'GET /v1/persistent-volumes': ['listPersistentVolumes', 'volumes:read'],
    'GET /v1/clusters/{cluster_id}/persistent-volumes': [
      'listClusterPersistentVolumes',
      'volumes:read',
    ],
    'GET /v1/persistent-volumes/{uid}': ['getPersistentVolume', 'volumes:read'],
  },
  tags: ['Persistent volumes'],
  schemas: ['PersistentVolume', 'PersistentVolumeCost'],
  errors: [...keyErrors, ...clusterErrors, ...pageErrors, 'INVALID_COST_MODE', 'VALIDATION_ERROR'],
};

/** What to change, and who pays. */
export const advice: Surface = {
  plugins: ['recommendations', 'allocation'],
  operations: {
    'GET /v1/recommendations': ['listRecommendations', 'recommendations:read'],
    'GET /v1/recommendations/{rec_id}': ['getRecommendation', 'recommendations:read'],
    'GET /v1/teams': ['listTeams', 'teams:read'],
    'GET /v1/teams/{team_id}': ['getTeam', 'teams:read'],
    'GET /v1/teams/{team_id}/assignments': ['listTeamAssignments', 'teams:read'],
    'GET /v1/departments': ['listDepartments', 'departments:read'],
    'GET /v1/departments/{dept_id}': ['getDepartment', 'departments:read'],
  },
  tags: ['Recommendations', 'Teams', 'Departments'],
  schemas: ['Department', 'Recommendation', 'RecommendationDetail', 'Team', 'TeamAssignment'],
  errors: [
    ...keyErrors,
    ...pageErrors,
    'CLUSTER_ACCESS_DENIED',
    'INVALID_CLUSTER_ID',
    'DEPARTMENT_NOT_FOUND',
    'RECOMMENDATION_NOT_FOUND',
    'TEAM_NOT_FOUND',
    'VALIDATION_ERROR',
  ],
};

/** What was spent. */
export const history: Surface = {
  plugins: ['trends', 'explorer', 'focus-export'],
  operations: {
    'GET /v1/organizations/dashboard/cost-trend': ['getOrganizationCostTrend', 'organization:read'],
    'GET /v1/clusters/{cluster_id}/cost-trend': ['getClusterCostTrend', 'clusters:read'],
    'GET /v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend': [
      'getNamespaceCostTrend',
      'namespaces:read',
    ],
    'GET /v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend': [
      'getWorkloadCostTrend',
      'workloads:read',
    ],
    'GET /v1/clusters/{cluster_id}/node-groups/{name}/cost-trend': [
      'getNodeGroupCostTrend',
      'nodes:read',
    ],
    'POST /v1/cost-explorer/query': ['queryCostExplorer', 'cost_explorer:read'],
    'GET /v1/cost-explorer/labels': ['listCostLabels', 'cost_explorer:read'],
    'GET /v1/exports/focus': ['exportFocus', 'cost_explorer:read'],
    'GET /v1/exports/focus/schema': ['getFocusSchema', 'cost_explorer:read'],
  },
  tags: ['Cost trends', 'Cost explorer', 'FOCUS export'],
  schemas: [
    'CostExplorerAnswer',
    'CostExplorerClusterStatement',
    'CostExplorerNodeStatement',
    'CostExplorerPagination',
    'CostExplorerPodStatement',
    'CostExplorerQuery',
    'CostExplorerRow',
    'CostExplorerSummary',
    'CostExplorerWorkloadStatement',
    'CostLabel',
    'CostLabels',
    'CostTrend',
    'FocusSchema',
    'Money',
  ],
  errors: [
    ...keyErrors,
    ...clusterErrors,
    'INVALID_COST_MODE',
    'NAMESPACE_NOT_FOUND',
    'NODE_GROUP_NOT_FOUND',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_UNAVAILABLE',
    'VALIDATION_ERROR',
    'WORKLOAD_NOT_FOUND',
  ],
};

/** What Prometheus scrapes. */
export const metrics: Surface = {
  plugins: ['cost-metrics'],
  operations: { 'GET /v1/metrics/costs': ['getCostMetrics', 'metrics:read'] },
  tags: ['Cost metrics'],
  schemas: [],
  errors: [...keyErrors, 'INVALID_CLUSTER_ID', 'VALIDATION_ERROR'],
};

/** Tools for AI agents: the document does not have their route. */
export const agents: Surface = {
  plugins: ['mcp'],
  operations: {},
  tags: [],
  schemas: [],
  errors: [],
};

/** The legacy family: its errors have no codes. */
export const legacy: Surface = {
  plugins: ['legacy'],
  operations: {
    'GET /legacy/v1/namespaces': ['legacyListNamespaces', 'namespaces:read'],
    'GET /legacy/v1/namespaces/{namespace_name}/details': [
      'legacyGetNamespaceDetails',
      'namespaces:read',
    ],
    'GET /legacy/v1/namespaces/{namespace_name}/trends': [
      'legacyGetNamespaceTrends',
      'namespaces:read',
    ],
    'GET /legacy/v1/nodes': ['legacyListNodes', 'nodes:read'],
    'GET /legacy/v1/nodes/{node_uid}/metrics': ['legacyGetNodeMetrics', 'nodes:read'],
    'GET /legacy/v1/node-groups': ['legacyListNodeGroups', 'node_groups:read'],
    'GET /legacy/v1/node-groups/{group_name}/details': [
      'legacyGetNodeGroupDetails',
      'node_groups:read',
    ],
    'GET /legacy/v1/costs/teams': ['legacyListTeamCosts', 'costs:teams:read'],
    'GET /legacy/v1/costs/departments': ['legacyListDepartmentCosts', 'costs:departments:read'],
    'GET /legacy/v1/overview': ['legacyGetOverview', 'overview:read'],
    'GET /legacy/v1/dashboard': ['legacyGetDashboard', 'overview:read'],
  },
  tags: ['Legacy routes'],
  schemas: [
    'LegacyDashboard',
    'LegacyDepartmentCost',
    'LegacyDepartmentCostList',
    'LegacyError',
    'LegacyFieldError',
    'LegacyNamespace',
    'LegacyNamespaceDetails',
    'LegacyNamespaceList',
    'LegacyNamespaceTrends',
    'LegacyNode',
    'LegacyNodeGroup',
    'LegacyNodeGroupDetails',
    'LegacyNodeGroupList',
    'LegacyNodeList',
    'LegacyNodeMetrics',
    'LegacyOverview',
    'LegacyTeamCost',
    'LegacyTeamCostList',
    'LegacyValidationError',
    'LegacyWorkload',
  ],
  errors: [],
};

/** OpenCost's routes: their errors have messages alone. */
export const opencost: Surface = {
  plugins: ['opencost'],
  operations: {
    'GET /opencost/allocation': ['opencostGetAllocation', 'cost_explorer:read'],
    'GET /opencost/allocation/compute': ['opencostComputeAllocation', 'cost_explorer:read'],
    'GET /opencost/allocation/compute/summary': [
      'opencostComputeAllocationSummary',
      'cost_explorer:read',
    ],
    'GET /opencost/allocation/summary': ['opencostGetAllocationSummary', 'cost_explorer:read'],
    'GET /opencost/assets': ['opencostListAssets', 'cost_explorer:read'],
    'GET /opencost/clusterInfo': ['opencostGetClusterInfo', 'cost_explorer:read'],
    'GET /opencost/getConfigs': ['opencostGetConfigs', 'cost_explorer:read'],
    'GET /opencost/healthz': ['opencostGetHealth'],
  },
  tags: ['OpenCost'],
  schemas: [
    'OpencostAllocation',
    'OpencostAsset',
    'OpencostClusterInfo',
    'OpencostConfigs',
    'OpencostError',
    'OpencostSummary',
    'OpencostWindow',
  ],
  errors: [],
};

/** What the document says of each scope. */
export const scopes: Readonly<Record<string, string>> = {
  'clusters:read': 'Clusters and their cost trend',
  'cost_explorer:read': 'The cost explorer and the FOCUS export',
  'costs:departments:read': 'Costs by department (legacy)',
  'costs:teams:read': 'Costs by team (legacy)',
  'departments:read': 'Departments, department detail',
  'metrics:read': 'Costs as metrics for Prometheus',
  'namespaces:read': 'Namespace lists and detail, namespace cost trend',
  'node_groups:read': 'Node groups (legacy)',
  'nodes:read': 'Nodes, node groups, node-group cost trend',
  'organization:read': 'The organization, its dashboard and its cost trend',
  'overview:read': 'Overview and dashboard (legacy)',
  'recommendations:read': 'Recommendations, as list and detail',
  'teams:read': 'Teams, team detail, team assignments',
  'volumes:read': 'Persistent volumes',
  'workloads:read': 'Workload lists, detail, pods, workload cost trend',
};
