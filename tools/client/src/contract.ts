// Generated from the routes of the default plugins by `npm run docs`: do not edit.
/* eslint-disable */
export interface paths {
  '/v1/teams': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List teams
     * @description Sorted by hourly run rate, highest first, then by id. Figures are computed per request, over the clusters that the key may read. A key with an allow-list sees a team that comes from labels only if it owns something in these clusters.
     *
     *     Needs the scope `teams:read`.
     */
    get: operations['listTeams'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/teams/{team_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a team
     * @description Figures are computed per request, over the clusters that the key may read.
     *
     *     Needs the scope `teams:read`.
     */
    get: operations['getTeam'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/teams/{team_id}/assignments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the assignments of a team
     * @description One row per entity, sorted by id, in the clusters that the key may read. `cost_mode` is ignored: it is neither validated nor echoed.
     *
     *     Needs the scope `teams:read`.
     */
    get: operations['listTeamAssignments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/departments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List departments
     * @description Sorted by hourly run rate, highest first, then by id. Figures are the sum over a department's teams, each entity counted once, in the clusters that the key may read. A key with an allow-list sees departments that come from labels only if they own something in them.
     *
     *     Needs the scope `departments:read`.
     */
    get: operations['listDepartments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/departments/{dept_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a department
     * @description Figures are the sum over its teams, each entity counted once, in the clusters that the key may read.
     *
     *     Needs the scope `departments:read`.
     */
    get: operations['getDepartment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List clusters
     * @description Sorted by hourly run rate, highest first, then by id. Clusters that have not reported yet come last.
     *
     *     Needs the scope `clusters:read`.
     */
    get: operations['listClusters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a cluster
     * @description For a cluster that has not reported yet, only the metadata is returned.
     *
     *     Needs the scope `clusters:read`.
     */
    get: operations['getCluster'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/namespaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List namespaces
     * @description One row per cluster and namespace, sorted by hourly run rate, highest first, then by id. Clusters that the key may not read are excluded.
     *
     *     Needs the scope `namespaces:read`.
     */
    get: operations['listNamespaces'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/namespaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the namespaces of a cluster
     * @description Sorted by hourly run rate, highest first, then by id.
     *
     *     Needs the scope `namespaces:read`.
     */
    get: operations['listClusterNamespaces'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/namespaces/{namespace}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a namespace
     * @description Includes its five workloads with the highest hourly run rate.
     *
     *     Needs the scope `namespaces:read`.
     */
    get: operations['getNamespace'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/metrics/costs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Scrape costs as metrics
     * @description Gauges in the OpenMetrics text format, or in the text format of Prometheus if `Accept` names only that. Both end with `# EOF`: discard a response without it. A figure that is unknown has no sample.
     *
     *     Needs the scope `metrics:read`.
     */
    get: operations['getCostMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/cost-explorer/query': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Query the cost explorer
     * @description Cost over whole days (UTC), one row per resource or name, most expensive first, paged by `page` and `per_page`. Filters apply to clusters, nodes and workloads as they were on each day.
     *
     *     Needs the scope `cost_explorer:read`.
     */
    post: operations['queryCostExplorer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/cost-explorer/labels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the labels that cost can be grouped by
     * @description Keys of labels or annotations that workloads and namespaces with cost have in the window, with the number of values and the share of all cost, most expensive first, then by key.
     *
     *     Needs the scope `cost_explorer:read`.
     */
    get: operations['listCostLabels'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exports/focus': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export cost and usage as a FOCUS 1.4 file
     * @description One row per day, cluster, owner and kind of charge. The cost is modeled: do not add it to the cloud provider's file. The HTTP trailers after the file state whether it is complete.
     *
     *     Needs the scope `cost_explorer:read`.
     */
    get: operations['exportFocus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exports/focus/schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the schema of a FOCUS export
     * @description The schema that all files of a configuration share. Does not count toward the export quota.
     *
     *     Needs the scope `cost_explorer:read`.
     */
    get: operations['getFocusSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the status and version of the service
     * @description Does not query the database; `/health/ready` does.
     *
     *     Needs no key: probes send no key.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the process responds
     * @description For liveness probes: restart the process when this stops responding. Checks nothing else.
     *
     *     Needs no key: probes send no key.
     */
    get: operations['getLiveness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check whether the service can answer requests
     * @description For readiness probes. Queries the database. Also responds with 503 while the service shuts down.
     *
     *     Needs no key: probes send no key.
     */
    get: operations['getReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the OpenAPI 3.1 document as JSON
     * @description Generated from the loaded plugins: it describes exactly what this service serves.
     *
     *     Needs no key: clients read the contract before they have a key.
     */
    get: operations['getOpenapiJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/openapi.yaml': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the OpenAPI 3.1 document as YAML
     * @description Generated from the loaded plugins: it describes exactly what this service serves.
     *
     *     Needs no key: clients read the contract before they have a key.
     */
    get: operations['getOpenapiYaml'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the interactive API explorer
     * @description A page that shows the document at `/v1/openapi.json`, or the document at `url`, and sends requests to the servers in it. For a document from another origin, the page shows a warning and no form for a key, unless the option `documentOrigins` names that origin.
     *
     *     Needs no key: the page asks for a key before it sends requests.
     */
    get: operations['getDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/nodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List nodes
     * @description Sorted by hourly run rate, highest first, then by id. Nodes without a known price come last.
     *
     *     Needs the scope `nodes:read`.
     */
    get: operations['listNodes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/nodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the nodes of a cluster
     * @description Sorted by hourly run rate, highest first, then by id. Nodes without a known price come last.
     *
     *     Needs the scope `nodes:read`.
     */
    get: operations['listClusterNodes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/nodes/{node_uid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a node
     * @description Responds with 404 when the newest report of the cluster no longer has this node.
     *
     *     Needs the scope `nodes:read`.
     */
    get: operations['getNode'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/node-groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List node groups
     * @description All node groups, sorted by hourly run rate, highest first, then by id; groups without a known price come last. Nodes without a group are not included.
     *
     *     Needs the scope `nodes:read`.
     */
    get: operations['listNodeGroups'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/node-groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the node groups of a cluster
     * @description All node groups, sorted by hourly run rate, highest first, then by id; groups without a known price come last. Nodes without a group are not included.
     *
     *     Needs the scope `nodes:read`.
     */
    get: operations['listClusterNodeGroups'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/node-groups/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a node group
     * @description Responds with 404 when the newest report of the cluster has no node of this group.
     *
     *     Needs the scope `nodes:read`.
     */
    get: operations['getNodeGroup'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/organization': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the organization
     * @description Sums over the clusters that the key may read. A stale cluster counts with the figures of its last report, but not as connected.
     *
     *     Needs the scope `organization:read`.
     */
    get: operations['getOrganization'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/organization/dashboard': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the dashboard of the organization
     * @description Current state of the organization, its cost since the first day of the month (UTC), the savings of its pending recommendations, and its most expensive clusters. The cost mode changes only `month_to_date` and `month_to_date_cost`.
     *
     *     Needs the scope `organization:read`.
     */
    get: operations['getOrganizationDashboard'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/recommendations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List recommendations
     * @description Sorted by estimated hourly saving, highest first, then by id. Default: pending and dismissed recommendations.
     *
     *     Needs the scope `recommendations:read`.
     */
    get: operations['listRecommendations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/recommendations/{rec_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a recommendation
     * @description Returned in any status, with the `metrics_snapshot` that lists omit.
     *
     *     Needs the scope `recommendations:read`.
     */
    get: operations['getRecommendation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/organizations/dashboard/cost-trend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the cost trend of the organization
     * @description Covers the clusters that the key may read; `excluded_cluster_ids` lists the others. `fully_loaded` is the total cost, `workload_only` the direct cost of workloads.
     *
     *     Needs the scope `organization:read`.
     */
    get: operations['getOrganizationCostTrend'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/cost-trend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the cost trend of a cluster
     * @description `fully_loaded` is the total cost, including unallocated cost; `workload_only` is the direct cost of workloads.
     *
     *     Needs the scope `clusters:read`.
     */
    get: operations['getClusterCostTrend'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the cost trend of a namespace
     * @description Includes its workloads and the cost that no workload owns. A deleted namespace is returned while it has history in the window.
     *
     *     Needs the scope `namespaces:read`.
     */
    get: operations['getNamespaceCostTrend'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the cost trend of a workload
     * @description A deleted workload is returned while it has history in the window.
     *
     *     Needs the scope `workloads:read`.
     */
    get: operations['getWorkloadCostTrend'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/node-groups/{name}/cost-trend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the cost trend of a node group
     * @description The price of its nodes, regardless of what ran on them; the same over both bases. A deleted group is returned while it has history in the window.
     *
     *     Needs the scope `nodes:read`.
     */
    get: operations['getNodeGroupCostTrend'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/persistent-volumes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List persistent volumes
     * @description Sorted by price per hour, highest first, then by id. Volumes without a known price come last. `claimed=false` lists the volumes without a claim.
     *
     *     Needs the scope `volumes:read`.
     */
    get: operations['listPersistentVolumes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/persistent-volumes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the persistent volumes of a cluster
     * @description Sorted by price per hour, highest first, then by id. Volumes without a known price come last.
     *
     *     Needs the scope `volumes:read`.
     */
    get: operations['listClusterPersistentVolumes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/persistent-volumes/{uid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a persistent volume
     * @description Responds with 404 when the newest report of the cluster no longer has this volume.
     *
     *     Needs the scope `volumes:read`.
     */
    get: operations['getPersistentVolume'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workloads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List workloads
     * @description Workloads of all clusters that the key may read, sorted by hourly run rate, highest first, then by id. Includes Jobs, CronJobs and custom kinds, which the `kind` filter does not accept.
     *
     *     Needs the scope `workloads:read`.
     */
    get: operations['listWorkloads'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clusters/{cluster_id}/workloads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the workloads of a cluster
     * @description Sorted by hourly run rate, highest first, then by id.
     *
     *     Needs the scope `workloads:read`.
     */
    get: operations['listClusterWorkloads'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workloads/{workload_uid}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a workload
     * @description The uid stays the same when the workload is edited, but changes when it is deleted and created again.
     *
     *     Needs the scope `workloads:read`.
     */
    get: operations['getWorkload'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/workloads/{workload_uid}/pods': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the pods of a workload
     * @description All pods that Kubernetes lists, sorted by hourly run rate, highest first, then by id.
     *
     *     Needs the scope `workloads:read`.
     */
    get: operations['listWorkloadPods'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * Money
     * @description An exact amount of money.
     */
    Money: {
      /** @description Exact decimal with four fractional digits. */
      amount: string;
      /** @description Three-letter currency code. */
      currency: string;
    };
    /**
     * Reference
     * @description Reference to another resource.
     */
    Reference: {
      /**
       * Format: uuid
       * @description Id of the resource; for a workload or node, its Kubernetes uid.
       */
      id: string;
      /** @description Name of the resource. */
      name: string;
    };
    /**
     * CostComponents
     * @description Components of the run rate. A component that could not be computed is absent, never 0.
     */
    CostComponents: {
      /** @description Cost of CPU, per hour. */
      'compute.cpu'?: components['schemas']['Money'];
      /** @description Cost of memory, per hour. */
      'compute.ram'?: components['schemas']['Money'];
      /** @description Cost of GPUs, per hour. */
      'compute.gpu'?: components['schemas']['Money'];
      /** @description Cost of persistent volumes, per hour. */
      'storage.pv'?: components['schemas']['Money'];
      /** @description Cost of storage other than persistent volumes, per hour. */
      storage?: components['schemas']['Money'];
      /** @description Cost of the control plane, per hour. */
      management?: components['schemas']['Money'];
      /** @description Cost of system daemons and reserved capacity, per hour. */
      overhead?: components['schemas']['Money'];
      /** @description Cost of network traffic, per hour. */
      network?: components['schemas']['Money'];
      /** @description Cost of services outside the cluster, per hour. */
      external?: components['schemas']['Money'];
    };
    /**
     * DirectCost
     * @description Run rate and components, as amounts per hour.
     */
    DirectCost: {
      /** @description Cost per hour if what runs now keeps running, over the basis. */
      current_run_rate_hourly?: components['schemas']['Money'];
      components?: components['schemas']['CostComponents'];
      /** @description Total cost less the run rates of the workloads in it, per hour: idle and overhead; of a namespace: the pods and volumes that no workload owns. */
      unallocated?: components['schemas']['Money'];
      /**
       * @description The set of components that are summed.
       * @enum {string}
       */
      basis: 'legacy' | 'all';
      /** @description True when a component of the basis could not be computed. */
      partial: boolean;
      /**
       * Format: date-time
       * @description Time of the cost figure.
       */
      last_updated_at?: string;
      /**
       * @description The requested cost mode. A run rate is direct cost, which is the same in both modes.
       * @enum {string}
       */
      cost_mode: 'fully_loaded' | 'workload_only';
    };
    /**
     * Team
     * @description A team; its figures cover the clusters that the key may read.
     */
    Team: {
      /**
       * Format: uuid
       * @description Id of the team.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Team';
      /** @description Name, department and origin. */
      metadata: {
        /** @description Display name. */
        name: string;
        /** @description Description; empty when none is set. */
        description: string;
        /**
         * @description `k8s`: mirrored from a Kubernetes label; `native`: created by a person or through an API.
         * @enum {string}
         */
        origin: 'k8s' | 'native';
        /** @description Email address; empty when none is set. */
        owner_email: string;
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
        /** @description Its department; absent without one that the key may read. */
        department?: components['schemas']['Reference'];
        /**
         * Format: date-time
         * @description Time of the newest cost figure of the team's entities; absent when there is none.
         */
        last_seen_at?: string;
      };
      /** @description Workloads assigned directly or through their namespace. */
      assigned_workloads: number;
      /** @description Volumes of assigned workloads, and volumes claimed in assigned namespaces. */
      assigned_pvs: number;
      cost: components['schemas']['DirectCost'];
    };
    /**
     * Pagination
     * @description Position of the page in the list.
     */
    Pagination: {
      /** @description Opaque; absent on the last page. */
      next_cursor?: string;
      /** @description True if there are more pages. A page may have fewer rows than `limit`, since none exceeds 8 MiB. */
      has_more: boolean;
      /** @description The resolved page size in rows. */
      limit: number;
      /**
       * Format: date-time
       * @description Time of the first page; all pages are in the order of that time. If they are read within ten minutes, they contain every row that exists throughout exactly once, whatever is reported meanwhile. Figures are as of the time when each page was read. Absent if the order is computed again for each page.
       */
      ordered_at?: string;
      /** @description Rows matching the filter; only with include_total=true. */
      total_count?: number;
    };
    /**
     * ErrorDetail
     * @description What is wrong, and where.
     */
    ErrorDetail: {
      /** @description The parameter or field. */
      field?: string;
      /** @description Machine-readable reason. */
      reason?: string;
      /** @description The values that are allowed. */
      allowed?: string[];
      /** @description Human-readable hint about accepted values. */
      message?: string;
      /** @description The scope that the key lacks. */
      required?: string;
      /** @description The cluster that the key may not read. */
      cluster_id?: string;
    };
    /**
     * TeamAssignment
     * @description An entity that a team pays for: one row per entity and team.
     */
    TeamAssignment: {
      /**
       * Format: uuid
       * @description Id of the assignment.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'TeamAssignment';
      /** @description The team, the entity, and the source of the assignment. */
      metadata: {
        /** @description The team that pays. */
        team: components['schemas']['Reference'];
        /** @description The cluster of the entity. */
        cluster: components['schemas']['Reference'];
        /**
         * @description The entity that is assigned.
         * @enum {string}
         */
        entity_type: 'workload' | 'namespace';
        /** @description Uid of the workload, or name of the namespace. */
        entity_identifier: string;
        /** @description Name of the workload or namespace. */
        entity_name: string;
        /** @description Namespace of the workload; for a namespace, its own name. */
        entity_namespace: string;
        /** @description Share of the entity's cost that the team pays, in percent. */
        weight_percentage: number;
        /** @description Source of the assignment, such as `user_manual`, `k8s_label`, `namespace_auto` or `backfill_v1`. */
        source: string;
        /** @description User who made the assignment; null when it was made automatically. */
        assigned_by_user_id: string | null;
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
    };
    /**
     * Department
     * @description A department: the sum over its teams, in the clusters that the key may read.
     */
    Department: {
      /**
       * Format: uuid
       * @description Id of the department.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Department';
      /** @description Name and origin. */
      metadata: {
        /** @description Display name. */
        name: string;
        /** @description Description; empty when none is set. */
        description: string;
        /**
         * @description `k8s`: mirrored from a Kubernetes label; `native`: created by a person or through an API.
         * @enum {string}
         */
        origin: 'k8s' | 'native';
        /** @description Email address; empty when none is set. */
        owner_email: string;
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
      /** @description Teams of the department. */
      teams: number;
      /** @description Workloads assigned directly or through their namespace. */
      assigned_workloads: number;
      /** @description Volumes of assigned workloads, and volumes claimed in assigned namespaces. */
      assigned_pvs: number;
      cost: components['schemas']['DirectCost'];
    };
    /**
     * CpuCapacity
     * @description CPU in cores.
     */
    CpuCapacity: {
      /** @description CPU cores of the nodes. */
      total_cores: number;
      /** @description CPU cores left after the kubelet's reservations. */
      allocatable_cores: number;
    };
    /**
     * MemoryCapacity
     * @description Memory in bytes.
     */
    MemoryCapacity: {
      /** @description Memory of the nodes in bytes. */
      total_bytes: number;
      /** @description Memory left after the kubelet's reservations, in bytes. */
      allocatable_bytes: number;
    };
    /**
     * GpuCapacity
     * @description Number and models of the GPUs.
     */
    GpuCapacity: {
      /** @description GPUs of the nodes. */
      total: number;
      /** @description GPUs that pods can request. */
      allocatable: number;
      /** @description GPU models, comma-separated; empty when unknown or none. */
      model: string;
    };
    /**
     * StorageCapacity
     * @description Persistent storage in bytes.
     */
    StorageCapacity: {
      /** @description Capacity of the persistent volumes in bytes. */
      total_bytes: number;
    };
    /**
     * CpuUtilization
     * @description CPU requested and in use, in cores.
     */
    CpuUtilization: {
      /** @description CPU cores requested by pods that are running or pending. */
      requested_cores: number;
      /** @description CPU cores in use now; absent without metrics. */
      used_cores?: number;
      /** @description Usage relative to the allocatable of the nodes that report usage, in percent with two decimals; 0 where nothing is allocatable, absent where none reports. */
      utilization_percent?: number;
    };
    /**
     * MemoryUtilization
     * @description Memory requested and in use, in bytes.
     */
    MemoryUtilization: {
      /** @description Bytes requested by pods that are running or pending. */
      requested_bytes: number;
      /** @description Current working set in bytes; absent without metrics. */
      used_bytes?: number;
      /** @description Usage relative to the allocatable of the nodes that report usage, in percent with two decimals; 0 where nothing is allocatable, absent where none reports. */
      utilization_percent?: number;
    };
    /**
     * GpuUtilization
     * @description Usage of the GPUs.
     */
    GpuUtilization: {
      /** @description Mean usage of the GPUs that report it, in percent. */
      utilization_percent?: number;
      /** @description GPU memory in use, in bytes. */
      memory_used_bytes?: number;
      /** @description Memory of the GPUs that report it, in bytes. */
      memory_total_bytes?: number;
    };
    /**
     * BillCost
     * @description Run rate and components, as amounts per hour.
     */
    BillCost: {
      /** @description Cost per hour if what runs now keeps running, over the basis. */
      current_run_rate_hourly?: components['schemas']['Money'];
      components?: components['schemas']['CostComponents'];
      /** @description Total cost less the run rates of the workloads in it, per hour: idle and overhead; of a namespace: the pods and volumes that no workload owns. */
      unallocated?: components['schemas']['Money'];
      /**
       * @description The set of components that are summed.
       * @enum {string}
       */
      basis: 'legacy' | 'all';
      /** @description True when a component of the basis could not be computed. */
      partial: boolean;
      /**
       * Format: date-time
       * @description Time of the cost figure.
       */
      last_updated_at?: string;
    };
    /**
     * Cluster
     * @description A cluster. While it is `pending`, only its metadata is known.
     */
    Cluster: {
      /**
       * Format: uuid
       * @description Id of the cluster.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Cluster';
      /** @description Name, location and state. */
      metadata: {
        /** @description Name of the cluster. */
        name: string;
        /**
         * @description Cloud provider, or `on-prem`.
         * @enum {string}
         */
        provider: 'aws' | 'gcp' | 'azure' | 'on-prem';
        /** @description Managed Kubernetes service: EKS, GKE or AKS; empty for any other cluster. */
        service: string;
        /** @description Cloud region; empty when unknown. */
        region: string;
        /**
         * @description Environment that the cluster serves.
         * @enum {string}
         */
        environment: 'production' | 'non-production' | 'staging' | 'dev';
        /**
         * @description `pending` before the first report, also of a retired cluster that is connected again; `active` after it, `disconnected` once it is retired.
         * @enum {string}
         */
        status: 'pending' | 'active' | 'disconnected' | 'error' | 'discovered';
        /** @description Kubernetes version. */
        k8s_version: string;
        /** @description Version of the agent that reports. */
        agent_version: string;
        /** @description How the cluster was discovered, such as `agent`. */
        discovery_source: string;
        /** @description Availability zones of the nodes, sorted. */
        availability_zones: string[];
        /** @description True when no report arrived within the last 180 seconds. Capacity, usage and cost are then those of the last report, or 0 if the cluster is disconnected. */
        is_stale: boolean;
        /**
         * Format: date-time
         * @description Time at which the cluster was discovered.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the newest report; null before the first report.
         */
        last_seen_at: string | null;
      };
      /** @description Capacity of the nodes and volumes. */
      capacity?: {
        cpu: components['schemas']['CpuCapacity'];
        memory: components['schemas']['MemoryCapacity'];
        gpu: components['schemas']['GpuCapacity'];
        storage: components['schemas']['StorageCapacity'];
        /** @description Number of pods. */
        pods: {
          /** @description Maximum number of pods on the nodes. */
          allocatable: number;
        };
      };
      /** @description Requests, usage and counts. */
      utilization?: {
        cpu: components['schemas']['CpuUtilization'];
        memory: components['schemas']['MemoryUtilization'];
        gpu?: components['schemas']['GpuUtilization'];
        /** @description Restarts of the current containers. */
        restarts_total?: number;
        /** @description Out-of-memory kills of the current containers. */
        oom_kills_total?: number;
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Nodes. */
          nodes: number;
          /** @description Namespaces. */
          namespaces: number;
          /** @description Workloads of every kind. */
          workloads: number;
          /** @description Deployments. */
          deployments: number;
          /** @description StatefulSets. */
          statefulsets: number;
          /** @description DaemonSets. */
          daemonsets: number;
          /** @description Jobs that are not owned by a CronJob. */
          jobs: number;
          /** @description CronJobs. */
          cronjobs: number;
          /** @description Pods that Kubernetes lists, including finished ones. */
          pods: number;
          /** @description Pods in the phase Running. */
          running_pods: number;
          /** @description Containers of the pods. */
          containers: number;
          /** @description Running containers. */
          running_containers: number;
          /** @description Persistent volumes. */
          persistent_volumes: number;
        };
      };
      cost?: components['schemas']['BillCost'];
    };
    /**
     * CpuRequestUtilization
     * @description CPU requested and in use, in cores.
     */
    CpuRequestUtilization: {
      /** @description CPU cores requested by pods that are running or pending; for a pod, its own, even if it has finished. */
      requested_cores: number;
      /** @description CPU cores in use now; absent without metrics. */
      used_cores?: number;
      /** @description Usage relative to requests, in percent with two decimals; 0 where nothing is requested. */
      utilization_percent?: number;
    };
    /**
     * MemoryRequestUtilization
     * @description Memory requested and in use, in bytes.
     */
    MemoryRequestUtilization: {
      /** @description Bytes requested by pods that are running or pending; for a pod, its own, even if it has finished. */
      requested_bytes: number;
      /** @description Current working set in bytes; absent without metrics. */
      used_bytes?: number;
      /** @description Usage relative to requests, in percent with two decimals; 0 where nothing is requested. */
      utilization_percent?: number;
    };
    /**
     * Namespace
     * @description A namespace of a cluster.
     */
    Namespace: {
      /**
       * Format: uuid
       * @description UUIDv5 of the namespace's name, with the cluster id as the UUID namespace.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Namespace';
      /** @description Name, labels and owner. */
      metadata: {
        /** @description Name of the namespace. */
        name: string;
        /** @description The cluster of the namespace. */
        cluster: components['schemas']['Reference'];
        /**
         * Format: uuid
         * @description Kubernetes uid.
         */
        uid_k8s?: string;
        /** @description Kubernetes labels. */
        labels: {
          [key: string]: string;
        };
        /** @description Team with the largest share; absent when no team owns it. */
        team?: components['schemas']['Reference'];
        /** @description Department of its team; without a team, its own; absent without either. */
        department?: components['schemas']['Reference'];
        /**
         * Format: date-time
         * @description Creation time in Kubernetes; absent when unknown.
         */
        created_at_k8s?: string;
        /**
         * Format: date-time
         * @description Time of the newest report that includes it.
         */
        last_seen_at: string;
      };
      /** @description Quotas of the namespace. */
      capacity?: {
        /** @description CPU in cores; absent without a quota. */
        cpu?: {
          /** @description Quota of its pods' CPU requests, in cores. */
          quota_cores: number;
        };
        /** @description Memory in bytes; absent without a quota. */
        memory?: {
          /** @description Quota of its pods' memory requests, in bytes. */
          quota_bytes: number;
        };
      };
      /** @description Requests, usage and counts. */
      utilization: {
        cpu: components['schemas']['CpuRequestUtilization'];
        memory: components['schemas']['MemoryRequestUtilization'];
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Workloads of every kind. */
          workloads: number;
          /** @description Deployments. */
          deployments: number;
          /** @description StatefulSets. */
          statefulsets: number;
          /** @description DaemonSets. */
          daemonsets: number;
          /** @description Jobs that are not owned by a CronJob. */
          jobs: number;
          /** @description CronJobs. */
          cronjobs: number;
          /** @description Pods that Kubernetes lists, including finished ones. */
          pods: number;
          /** @description Pods in the phase Running. */
          running_pods: number;
          /** @description Containers of the pods. */
          containers: number;
          /** @description Persistent volumes claimed in it. */
          persistent_volumes: number;
        };
      };
      cost: components['schemas']['DirectCost'];
    };
    /**
     * NamespaceTopWorkload
     * @description One of the most expensive workloads of a namespace.
     */
    NamespaceTopWorkload: {
      /**
       * Format: uuid
       * @description Kubernetes uid of the workload.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Workload';
      /** @description Name of the workload. */
      name: string;
      /** @description Cost of the workload. */
      cost: {
        /** @description Cost per hour if what runs now keeps running. */
        current_run_rate_hourly?: components['schemas']['Money'];
      };
    };
    /**
     * NamespaceDetail
     * @description A namespace of a cluster, with its most expensive workloads.
     */
    NamespaceDetail: {
      /**
       * Format: uuid
       * @description UUIDv5 of the namespace's name, with the cluster id as the UUID namespace.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Namespace';
      /** @description Name, labels and owner. */
      metadata: {
        /** @description Name of the namespace. */
        name: string;
        /** @description The cluster of the namespace. */
        cluster: components['schemas']['Reference'];
        /**
         * Format: uuid
         * @description Kubernetes uid.
         */
        uid_k8s?: string;
        /** @description Kubernetes labels. */
        labels: {
          [key: string]: string;
        };
        /** @description Team with the largest share; absent when no team owns it. */
        team?: components['schemas']['Reference'];
        /** @description Department of its team; without a team, its own; absent without either. */
        department?: components['schemas']['Reference'];
        /**
         * Format: date-time
         * @description Creation time in Kubernetes; absent when unknown.
         */
        created_at_k8s?: string;
        /**
         * Format: date-time
         * @description Time of the newest report that includes it.
         */
        last_seen_at: string;
      };
      /** @description Quotas of the namespace. */
      capacity?: {
        /** @description CPU in cores; absent without a quota. */
        cpu?: {
          /** @description Quota of its pods' CPU requests, in cores. */
          quota_cores: number;
        };
        /** @description Memory in bytes; absent without a quota. */
        memory?: {
          /** @description Quota of its pods' memory requests, in bytes. */
          quota_bytes: number;
        };
      };
      /** @description Requests, usage and counts. */
      utilization: {
        cpu: components['schemas']['CpuRequestUtilization'];
        memory: components['schemas']['MemoryRequestUtilization'];
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Workloads of every kind. */
          workloads: number;
          /** @description Deployments. */
          deployments: number;
          /** @description StatefulSets. */
          statefulsets: number;
          /** @description DaemonSets. */
          daemonsets: number;
          /** @description Jobs that are not owned by a CronJob. */
          jobs: number;
          /** @description CronJobs. */
          cronjobs: number;
          /** @description Pods that Kubernetes lists, including finished ones. */
          pods: number;
          /** @description Pods in the phase Running. */
          running_pods: number;
          /** @description Containers of the pods. */
          containers: number;
          /** @description Persistent volumes claimed in it. */
          persistent_volumes: number;
        };
      };
      cost: components['schemas']['DirectCost'];
      /** @description The workloads with the highest run rate, highest first. */
      workloads_top_5: components['schemas']['NamespaceTopWorkload'][];
    };
    /**
     * CostExplorerWorkloadStatement
     * @description Restricts the rows by one field.
     */
    CostExplorerWorkloadStatement: {
      /** @description `name`, `uid`, `namespace`, `kind`, `label:<key>`, `team` or `department`, with their values at that time. */
      field: string;
      /**
       * @description `not_in` also matches resources that have no such value.
       * @enum {string}
       */
      operator: 'in' | 'not_in' | 'contains' | 'starts_with';
      /** @description Exact, case-sensitive matches; one matching value is enough. */
      values: string[];
    };
    /**
     * CostExplorerPodStatement
     * @description Restricts the rows by one field.
     */
    CostExplorerPodStatement: {
      /**
       * @description Field of the pod.
       * @enum {string}
       */
      field: 'name' | 'uid';
      /**
       * @description `not_in` also matches resources that have no such value.
       * @enum {string}
       */
      operator: 'in' | 'not_in' | 'contains' | 'starts_with';
      /** @description Exact, case-sensitive matches; one matching value is enough. */
      values: string[];
    };
    /**
     * CostExplorerNodeStatement
     * @description Restricts the rows by one field.
     */
    CostExplorerNodeStatement: {
      /**
       * @description Field of the node.
       * @enum {string}
       */
      field:
        'name' | 'uid' | 'instance_type' | 'node_group' | 'zone' | 'capacity_type' | 'architecture';
      /**
       * @description `not_in` also matches resources that have no such value.
       * @enum {string}
       */
      operator: 'in' | 'not_in' | 'contains' | 'starts_with';
      /** @description Exact, case-sensitive matches; one matching value is enough. */
      values: string[];
    };
    /**
     * CostExplorerClusterStatement
     * @description Restricts the rows by one field.
     */
    CostExplorerClusterStatement: {
      /**
       * @description Field of the cluster.
       * @enum {string}
       */
      field: 'name' | 'provider' | 'region' | 'environment';
      /**
       * @description `not_in` also matches resources that have no such value.
       * @enum {string}
       */
      operator: 'in' | 'not_in' | 'contains' | 'starts_with';
      /** @description Exact, case-sensitive matches; one matching value is enough. */
      values: string[];
    };
    /**
     * CostExplorerQuery
     * @description A query to the cost explorer. Every field is optional.
     */
    CostExplorerQuery: {
      /**
       * @description What each row stands for: `workload`, `namespace`, `controller_kind`, `pod`, `container`, `deployment`, `statefulset`, `daemonset`, `node`, `instance_type`, `owner:team`, `owner:department`, `time:day`, `label:<key>` or `annotation:<key>`, or a list of up to three of them, for one row per combination. `deployment`, `statefulset` and `daemonset` are `workload` restricted to that kind. Cost without the label is a row with the value null. Cost that no team owns is a row without `team`; cost that several teams own together is a row with all of their names.
       * @default workload
       * @example label:app
       * @example [
       *       "namespace",
       *       "label:app"
       *     ]
       */
      group_by?: string | string[];
      /**
       * @description Whether a label or annotation of the namespace counts for `group_by` where the workload has none.
       * @default false
       */
      label_inheritance?: boolean;
      /**
       * @description `workload_only` excludes idle cost and overhead.
       * @default fully_loaded
       * @enum {string}
       */
      cost_mode?: 'fully_loaded' | 'workload_only';
      /**
       * @description `legacy` includes compute only; `all` adds storage and the control plane.
       * @default legacy
       * @enum {string}
       */
      basis?: 'legacy' | 'all';
      /**
       * Format: date
       * @description First day (UTC). Default: 29 days before `end_date`.
       */
      start_date?: string;
      /**
       * Format: date
       * @description Last day (UTC), inclusive; the window is at most 3,660 days. Default: today.
       */
      end_date?: string;
      /**
       * @description Number of the page, from 1.
       * @default 1
       */
      page?: number;
      /**
       * @description Rows per page: at most 500, or 10000 with `export`.
       * @default 50
       */
      per_page?: number;
      /**
       * @description Raises the maximum of `per_page`.
       * @default false
       */
      export?: boolean;
      /**
       * @description A field of the rows of this grouping. Rows without a value come last.
       * @default totalCost
       */
      sort_by?: string;
      /**
       * @description Ascending or descending.
       * @default desc
       * @enum {string}
       */
      sort_order?: 'asc' | 'desc';
      /** @description Matches part of the group's name, ignoring case; no wildcards. */
      search?: string;
      /**
       * @description `detail`: one row per resource. `grouped`: resources of the same name in several clusters share a row.
       * @default detail
       * @enum {string}
       */
      view_mode?: 'detail' | 'grouped';
      /** @description Only these clusters; clusters that the key may not read are ignored. */
      cluster_ids?: string[];
      /** @description The statements of one axis are combined with OR, the axes with AND. At most 50 statements and 500 values in total. */
      filter_expression?: {
        /** @description Statements about the workload. */
        workload?: components['schemas']['CostExplorerWorkloadStatement'][];
        /** @description Statements about the pod. */
        pod?: components['schemas']['CostExplorerPodStatement'][];
        /** @description Statements about the node. */
        node?: components['schemas']['CostExplorerNodeStatement'][];
        /** @description Statements about the cluster. */
        cluster?: components['schemas']['CostExplorerClusterStatement'][];
        /** @description More expressions, each of which must match as well. Use it to combine statements of one axis with AND. */
        all_of?: {
          /** @description Statements about the workload. */
          workload?: components['schemas']['CostExplorerWorkloadStatement'][];
          /** @description Statements about the pod. */
          pod?: components['schemas']['CostExplorerPodStatement'][];
          /** @description Statements about the node. */
          node?: components['schemas']['CostExplorerNodeStatement'][];
          /** @description Statements about the cluster. */
          cluster?: components['schemas']['CostExplorerClusterStatement'][];
        }[];
      };
    };
    /**
     * CostExplorerRow
     * @description The keys of the grouping, and the measures. A measure without data is absent, never 0.
     */
    CostExplorerRow: {
      /** @description Name of the workload. */
      workloadName?: string;
      /** @description Kubernetes uid of the workload. */
      workloadUid?: string;
      /** @description Kind of the workload. */
      workloadKind?: string;
      /** @description Name of the namespace. */
      namespace?: string;
      /** @description Name of the pod. */
      podName?: string;
      /** @description Kubernetes uid of the pod. */
      podUid?: string;
      /** @description Name of the container. */
      containerName?: string;
      /** @description Name of the node. */
      nodeName?: string;
      /** @description Kubernetes uid of the node. */
      nodeUid?: string;
      /** @description Instance type of the node. */
      instanceType?: string;
      /** @description Team that owns it; the names of several are joined by `, `; absent when there is none. */
      team?: string;
      /** @description Department of its team; the names of several are joined by `, `; absent when there is none. */
      department?: string;
      /** @description The day (UTC). */
      day?: string;
      /** @description Id of the cluster; absent when grouped. */
      clusterId?: string;
      /** @description Name of the cluster; absent when grouped. */
      clusterName?: string;
      /** @description Values of the labels that rows are grouped by, keyed by label; null when not set. */
      labels?: {
        [key: string]: string | null;
      };
      /** @description Values of the annotations that rows are grouped by, keyed by annotation; null when not set. */
      annotations?: {
        [key: string]: string | null;
      };
      /** @description Cost in the selected cost mode and basis, in the currency of the summary with four decimals; absent when unknown. */
      totalCost?: string;
      /** @description Cost of CPU, in the currency of the summary with four decimals; absent when unknown. */
      cpuCost?: string;
      /** @description Cost of memory, in the currency of the summary with four decimals; absent when unknown. */
      memoryCost?: string;
      /** @description Cost of GPUs, in the currency of the summary with four decimals; absent when unknown. */
      gpuCost?: string;
      /** @description Cost of persistent volumes, in the currency of the summary with four decimals; absent when unknown. */
      storageCost?: string;
      /** @description Share of idle capacity, in the currency of the summary with four decimals; absent when unknown. */
      idleCost?: string;
      /** @description Share of overhead, in the currency of the summary with four decimals; absent when unknown. */
      overheadCost?: string;
      /** @description CPU requested, in core-hours; absent when not measured. */
      cpuCoreHoursRequested?: number;
      /** @description CPU used, in core-hours; absent when not measured. */
      cpuCoreHoursUsed?: number;
      /** @description Memory requested, in GiB-hours; absent when not measured. */
      memoryGibHoursRequested?: number;
      /** @description Memory used, in GiB-hours; absent when not measured. */
      memoryGibHoursUsed?: number;
      /** @description CPU used relative to requested, in percent; time without measured use counts as unused; absent when not measured. */
      cpuEfficiencyPercent?: number;
      /** @description Memory used relative to requested, in percent; time without measured use counts as unused; absent when not measured. */
      memoryEfficiencyPercent?: number;
      /** @description Share of the total cost of all rows, in percent; absent when not measured. */
      costSharePercent?: number;
    };
    /**
     * CostExplorerSummary
     * @description Totals over the rows of all pages. Amounts have four decimals.
     */
    CostExplorerSummary: {
      /** @description Sum over the rows of all pages. */
      totalCost?: string;
      /** @description Cost that belongs to no row of this grouping. Without `search`, `totalCost` plus this is the same for every grouping. */
      unallocatedCost?: string;
      /** @description `totalCost` of the preceding window of the same length; absent without history, or if months of either window are archived. */
      previousPeriodCost?: string;
      /** @description Change from `previousPeriodCost` to `totalCost` in percent; absent when `previousPeriodCost` is 0 or absent. */
      changePercent?: number;
      /** @description Number of rows on all pages. */
      rowCount: number;
      /** @description Number of clusters that the rows come from. */
      clusterCount: number;
      /** @description `totalCost` divided by the days of the window; absent if months of it are archived. */
      averageDailyCost?: string;
      /** @description Idle cost within `totalCost`; absent for `workload_only`. */
      idleCost?: string;
      /** @description Months of the window whose history was moved to an archive: all figures exclude them. Absent when there are none. */
      archivedMonths?: string[];
      /** @description Three-letter currency code. */
      currency: string;
    };
    /**
     * CostExplorerPagination
     * @description Position of the page in the result.
     */
    CostExplorerPagination: {
      /** @description Number of the page, from 1. */
      page: number;
      /** @description Maximum number of rows of a page. */
      per_page: number;
      /** @description Number of rows on all pages. */
      total_rows: number;
      /** @description Number of pages. */
      total_pages: number;
    };
    /**
     * CostExplorerAnswer
     * @description One page of rows, with totals over all of them.
     */
    CostExplorerAnswer: {
      /** @description The rows of the page. */
      rows: components['schemas']['CostExplorerRow'][];
      summary: components['schemas']['CostExplorerSummary'];
      pagination: components['schemas']['CostExplorerPagination'];
    };
    /**
     * CostLabel
     * @description A key that cost can be grouped by.
     */
    CostLabel: {
      /** @description Key of the label or annotation. */
      key: string;
      /** @description The value of `group_by` that groups by it. */
      groupBy: string;
      /** @description Number of different values. */
      valueCount: number;
      /** @description Cost of the owners that have the key; absent when unknown. */
      totalCost?: string;
      /** @description Share of all cost, in percent; absent when unknown. */
      costSharePercent?: number;
    };
    /**
     * CostLabels
     * @description One page of keys.
     */
    CostLabels: {
      /** @description The keys of the page. */
      rows: components['schemas']['CostLabel'][];
      /** @description Total that the shares refer to. */
      summary: {
        /** @description All cost of the window, labeled or not, if known. */
        totalCost?: string;
        /** @description Months of the window whose history was moved to an archive: all figures exclude them. Absent when there are none. */
        archivedMonths?: string[];
        /** @description Three-letter currency code. */
        currency: string;
      };
      pagination: components['schemas']['CostExplorerPagination'];
    };
    /**
     * FocusSchema
     * @description Columns and handling of the files of one configuration.
     */
    FocusSchema: {
      /**
       * Format: uuid
       * @description The value of `X-Focus-Schema-Id` for every file of this configuration.
       */
      schema_id: string;
      /** @description The data generator, as FOCUS describes it. */
      DataGenerator: {
        /** @description Name of the data generator. */
        DataGenerator: string;
      };
      /** @description The dataset instance of this configuration. */
      DatasetInstance: {
        /**
         * Format: uuid
         * @description Id of this configuration, independent of the window and clusters of a file.
         */
        DatasetInstanceId: string;
        /** @description Name of the dataset instance. */
        DatasetInstanceName: string;
        /** @description FOCUS dataset of which it is an instance. */
        FocusDatasetId: string;
      }[];
      /** @description The schema of the files, as FOCUS describes it. */
      Schema: {
        /**
         * Format: uuid
         * @description Id of the schema.
         */
        SchemaId: string;
        /** @description Version of FOCUS. */
        FocusVersion: string;
        /**
         * Format: date-time
         * @description Time at which this schema was introduced.
         */
        CreationDate: string;
        /** @description Version of the export plugin. */
        DataGeneratorVersion: string;
        /**
         * Format: uuid
         * @description Id of the dataset instance that has this schema.
         */
        DatasetInstanceId: string;
        /** @description One entry per column, in the order of the file. */
        ColumnDefinition: {
          /** @description Name of the column. */
          ColumnName: string;
          /**
           * @description Type of its values.
           * @enum {string}
           */
          DataType: 'STRING' | 'DECIMAL' | 'DATETIME' | 'JSON' | 'BOOLEAN';
          /** @description Maximum number of digits. */
          NumericPrecision?: number;
          /** @description Maximum number of decimals. */
          NumberScale?: number;
          /** @description Maximum length in characters. */
          StringMaxLength?: number;
          /** @description Character encoding. */
          StringEncoding?: string;
          /** @description Tag key prefixes of the provider. */
          ProviderTagPrefixes?: string[];
        }[];
      }[];
      /** @description How files are delivered. */
      delivery_handling: {
        /** @description How files are obtained. */
        mechanism: string;
        /** @description What one file covers. */
        delivery_scope: string;
        /** @description Which earlier files a file replaces. */
        supersedes: string;
        /** @description How the schema of a file is found. */
        matching_schema: string;
        /** @description How the dataset instance of a file is found. */
        dataset_instance_id: string;
      };
      /** @description How corrections are delivered. */
      correction_handling: {
        /** @description Style of corrections. */
        style: string;
        /** @description Use of the column ChargeClass for corrections. */
        charge_class: string;
      };
      /** @description How the cost of nodes is allocated to rows. */
      allocation_method: {
        /**
         * @description Id of the method.
         * @enum {string}
         */
        id: 'max-request-usage-1/unallocated' | 'max-request-usage-1/apportioned';
        /** @description How cost is allocated. */
        description: string;
        /** @description Warning about adding up costs. */
        warning: string;
      };
      /** @description Description of each column of the file. */
      columns: {
        /** @description Name of the column. */
        name: string;
        /** @description Whether it can be null. */
        is_nullable: boolean;
        /** @description Content of the column. */
        description: string;
      }[];
      /** @description The FOCUS columns that no file has. */
      left_out_columns: {
        /** @description Name of the column. */
        name: string;
        /** @description Reason for which it is left out. */
        reason: string;
      }[];
      /** @description Coverage of the files that this key can export. */
      scope: {
        /** @description Clusters of the organization that the key may not read. */
        excluded_cluster_ids: string[];
      };
    };
    /**
     * Health
     * @description The service is running.
     */
    Health: {
      /**
       * @description Status of the service.
       * @enum {string}
       */
      status: 'ok';
      /** @description Version of the service. */
      version: string;
    };
    /**
     * Live
     * @description The process responds.
     */
    Live: {
      /**
       * @description Status of the service.
       * @enum {string}
       */
      status: 'ok';
    };
    /**
     * Ready
     * @description The service can answer requests.
     */
    Ready: {
      /**
       * @description Status of the service.
       * @enum {string}
       */
      status: 'ready';
      /** @description The checks and their results. */
      checks: {
        /** @description `ok`, or the reason why the service is not ready. */
        postgres: string;
        /** @description `stopping` while the service shuts down. */
        service?: string;
      } & {
        [key: string]: string;
      };
    };
    /**
     * NotReady
     * @description The service cannot answer requests now.
     */
    NotReady: {
      /**
       * @description Status of the service.
       * @enum {string}
       */
      status: 'not_ready';
      /** @description The checks and their results. */
      checks: {
        /** @description `ok`, or the reason why the service is not ready. */
        postgres: string;
        /** @description `stopping` while the service shuts down. */
        service?: string;
      } & {
        [key: string]: string;
      };
    };
    /**
     * NodeCost
     * @description Run rate and components, as amounts per hour.
     */
    NodeCost: {
      /** @description Cost per hour if what runs now keeps running, over the basis. */
      current_run_rate_hourly?: components['schemas']['Money'];
      components?: components['schemas']['CostComponents'];
      /** @description Total cost less the run rates of the workloads in it, per hour: idle and overhead; of a namespace: the pods and volumes that no workload owns. */
      unallocated?: components['schemas']['Money'];
      /**
       * @description The set of components that are summed.
       * @enum {string}
       */
      basis: 'legacy' | 'all';
      /** @description True when a component of the basis could not be computed. */
      partial: boolean;
      /**
       * Format: date-time
       * @description Time of the cost figure.
       */
      last_updated_at?: string;
      /** @description Hourly on-demand price; equal to the node's price unless it is a spot node. */
      on_demand_equivalent_hourly?: components['schemas']['Money'];
      /**
       * @description Source of the price.
       * @enum {string}
       */
      pricing_source: 'price_book' | 'default_rates' | 'custom' | 'unknown';
    };
    /**
     * Node
     * @description A node of a cluster.
     */
    Node: {
      /**
       * Format: uuid
       * @description Kubernetes uid of the node.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Node';
      /** @description Name, machine and state. */
      metadata: {
        /** @description Name of the node. */
        name: string;
        /** @description The cluster of the node. */
        cluster: components['schemas']['Reference'];
        /** @description Instance type; empty when unknown. */
        instance_type: string;
        /** @description Name of its node group; empty when it has none. */
        node_group: string;
        /** @description Availability zone; empty when unknown. */
        availability_zone: string;
        /** @description Cloud region; empty when unknown. */
        region: string;
        /** @description Roles from the node's labels, comma-separated; empty for a worker. */
        node_role: string;
        /** @description Operating system, such as `linux`; empty when not reported. */
        operating_system: string;
        /** @description Version of the kubelet; empty when not reported. */
        kubelet_version: string;
        /** @description Id of the machine at its cloud provider; empty when there is none. */
        provider_id: string;
        /** @description Whether it runs on spot capacity. */
        is_spot: boolean;
        /** @description Whether Kubernetes reports it as ready. */
        is_ready: boolean;
        /** @description False when the node is cordoned. */
        is_schedulable: boolean;
        /**
         * @description Purchase option of the machine.
         * @enum {string}
         */
        capacity_type: 'on-demand' | 'spot' | 'reserved' | 'karpenter';
        /** @description As in Kubernetes: amd64, arm64 and others; empty when not reported. */
        architecture: string;
        /** @description Kubernetes labels of the node. */
        labels: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description Creation time in Kubernetes; absent when unknown.
         */
        created_at_k8s?: string;
        /**
         * Format: date-time
         * @description Time of the newest report that includes it.
         */
        last_seen_at: string;
      };
      /** @description Capacity of the node. */
      capacity: {
        cpu: components['schemas']['CpuCapacity'];
        memory: components['schemas']['MemoryCapacity'];
        gpu: components['schemas']['GpuCapacity'];
        /** @description Ephemeral storage in bytes. */
        ephemeral_storage: {
          /** @description Local disk for pods in bytes. */
          total_bytes: number;
        };
        /** @description Number of pods. */
        pods: {
          /** @description Maximum number of pods. */
          allocatable: number;
        };
      };
      /** @description Usage and counts. */
      utilization: {
        /** @description CPU in cores. */
        cpu: {
          /** @description CPU cores in use now; absent without metrics. */
          used_cores?: number;
          /** @description Usage relative to allocatable, in percent with two decimals; 0 where nothing is allocatable. */
          utilization_percent?: number;
        };
        /** @description Memory in bytes. */
        memory: {
          /** @description Current working set in bytes; absent without metrics. */
          used_bytes?: number;
          /** @description Usage relative to allocatable, in percent with two decimals; 0 where nothing is allocatable. */
          utilization_percent?: number;
        };
        gpu?: components['schemas']['GpuUtilization'];
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Pods on the node that Kubernetes lists, including finished ones. */
          pods: number;
          /** @description Pods in the phase Running. */
          running_pods: number;
        };
      };
      cost: components['schemas']['NodeCost'];
    };
    /**
     * NodeGroupCost
     * @description Run rate and components, as amounts per hour.
     */
    NodeGroupCost: {
      /** @description Cost per hour if what runs now keeps running, over the basis. */
      current_run_rate_hourly?: components['schemas']['Money'];
      components?: components['schemas']['CostComponents'];
      /** @description Total cost less the run rates of the workloads in it, per hour: idle and overhead; of a namespace: the pods and volumes that no workload owns. */
      unallocated?: components['schemas']['Money'];
      /**
       * @description The set of components that are summed.
       * @enum {string}
       */
      basis: 'legacy' | 'all';
      /** @description True when a component of the basis could not be computed. */
      partial: boolean;
      /**
       * Format: date-time
       * @description Time of the cost figure.
       */
      last_updated_at?: string;
      /** @description Additional cost per hour if its spot nodes ran on demand, over the spot nodes with known prices. 0 without spot nodes; absent when no price is known. */
      spot_savings_vs_ondemand_hourly?: components['schemas']['Money'];
    };
    /**
     * NodeGroup
     * @description A node group: sums over its nodes in one cluster.
     */
    NodeGroup: {
      /** @description `ng-<cluster id>-<group name>` */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'NodeGroup';
      /** @description Name, machine types and state. */
      metadata: {
        /** @description The `node_group` of its nodes. */
        name: string;
        /** @description The cluster of the node group. */
        cluster: components['schemas']['Reference'];
        /** @description Instance types of its nodes, sorted. */
        instance_types: string[];
        /** @description Availability zones of its nodes, sorted. */
        zones: string[];
        /** @description Nodes on spot capacity. */
        spot_count: number;
        /** @description Nodes on any other capacity. */
        ondemand_count: number;
        /** @description Share of spot nodes in percent, with two decimals. */
        spot_percentage: number;
        /**
         * Format: date-time
         * @description Creation time of its oldest node; absent when unknown.
         */
        oldest_node_created_at_k8s?: string;
        /**
         * @description `healthy` when all nodes are ready.
         * @enum {string}
         */
        status: 'healthy' | 'degraded';
      };
      /** @description Capacity of the nodes. */
      capacity: {
        cpu: components['schemas']['CpuCapacity'];
        memory: components['schemas']['MemoryCapacity'];
      };
      /** @description Usage and counts. */
      utilization: {
        /** @description CPU in cores. */
        cpu: {
          /** @description CPU cores in use on the nodes that report it; absent when none does. */
          used_cores?: number;
          /** @description Usage relative to the allocatable of the nodes that report usage, in percent with two decimals; 0 where nothing is allocatable. */
          utilization_percent?: number;
        };
        /** @description Memory in bytes. */
        memory: {
          /** @description Working set in bytes of the nodes that report it; absent when none does. */
          used_bytes?: number;
          /** @description Usage relative to the allocatable of the nodes that report usage, in percent with two decimals; 0 where nothing is allocatable. */
          utilization_percent?: number;
        };
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Nodes of the group. */
          nodes: number;
          /** @description Nodes that are ready. */
          ready_nodes: number;
          /** @description Pods on its nodes that Kubernetes lists, including finished ones. */
          pods: number;
        };
      };
      cost: components['schemas']['NodeGroupCost'];
    };
    /**
     * OrganizationCost
     * @description Run rate and components, as amounts per hour.
     */
    OrganizationCost: {
      /** @description Cost per hour if everything that runs now keeps running, for the selected basis, over the clusters whose cost is known; 0 when there are none. */
      current_run_rate_hourly: components['schemas']['Money'];
      components?: components['schemas']['CostComponents'];
      /** @description Total cost less the run rates of the workloads in it, per hour: idle and overhead; of a namespace: the pods and volumes that no workload owns. */
      unallocated?: components['schemas']['Money'];
      /**
       * @description The set of components that are summed.
       * @enum {string}
       */
      basis: 'legacy' | 'all';
      /** @description True when a component of the selected basis could not be computed, or the cost of a cluster is unknown. */
      partial: boolean;
      /**
       * Format: date-time
       * @description Time of the cost figure.
       */
      last_updated_at?: string;
    };
    /**
     * Organization
     * @description Sums over the clusters that the key may read. Usage and utilization cover the nodes that report usage.
     */
    Organization: {
      /**
       * Format: uuid
       * @description Id of the organization.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Organization';
      /** @description Name and state. */
      metadata: {
        /** @description Name of the organization. */
        name: string;
        /** @description Domain of the organization; empty when none is set. */
        domain: string;
        /** @description Plan of the organization; empty when none is set. */
        plan_type: string;
        /** @description False while the organization is suspended. */
        is_active: boolean;
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
      };
      /** @description Capacity of the nodes and volumes. */
      capacity: {
        cpu: components['schemas']['CpuCapacity'];
        memory: components['schemas']['MemoryCapacity'];
        gpu: components['schemas']['GpuCapacity'];
        storage: components['schemas']['StorageCapacity'];
      };
      /** @description Requests, usage and counts. */
      utilization: {
        cpu: components['schemas']['CpuUtilization'];
        memory: components['schemas']['MemoryUtilization'];
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Clusters, including stale and pending ones, without disconnected ones. */
          clusters: number;
          /** @description Clusters that reported within the last 180 seconds. */
          connected_clusters: number;
          /** @description Nodes. */
          nodes: number;
          /** @description Namespaces. */
          namespaces: number;
          /** @description Workloads. */
          workloads: number;
          /** @description Pods that Kubernetes lists, including finished ones. */
          pods: number;
          /** @description Containers of the pods. */
          containers: number;
          /** @description Persistent volumes. */
          persistent_volumes: number;
          /** @description Pending recommendations. */
          recommendations: number;
        };
      };
      cost: components['schemas']['OrganizationCost'];
    };
    /**
     * OrganizationDashboard
     * @description Covers the clusters that the key may read. `billed_cost` and `month_to_date_cost` are the cost of the month so far, in the selected cost mode and basis; absent when no price is known. Reports are added to them with a delay, five minutes by default, so they are 0 in the first minutes of a month. `savings` covers the pending recommendations: `current_hourly_potential` sums those that lower the cost, `current_hourly_increase` those that raise it. No figure is a projection for the whole month.
     */
    OrganizationDashboard: {
      /**
       * Format: uuid
       * @description Id of the organization.
       */
      organization_id: string;
      snapshot: components['schemas']['Organization'];
      /** @description Costs of the current month. */
      month_to_date: {
        /** @description Cost of the month so far; absent when no price is known. */
        billed_cost?: components['schemas']['Money'];
        /** @description The month that the figures cover. */
        calendar: {
          /** @description The month (UTC), as `YYYY-MM`. */
          month: string;
          /** @description Days of the month so far, including today. */
          days_elapsed: number;
          /** @description Days of the month. */
          days_in_month: number;
          /**
           * Format: date-time
           * @description Start of the month (UTC).
           */
          month_start_at: string;
        };
      };
      /** @description Totals of the pending recommendations. */
      savings: {
        /** @description Saving per hour of the pending recommendations that lower the cost. */
        current_hourly_potential: components['schemas']['Money'];
        /** @description Additional cost per hour of the pending recommendations that raise it. */
        current_hourly_increase?: components['schemas']['Money'];
        /** @description Pending recommendations. */
        recommendation_count: number;
      };
      /** @description The clusters with the highest run rate, highest first. */
      top_clusters: {
        /** @description The cluster. */
        cluster: components['schemas']['Reference'];
        /** @description Cost per hour if what runs now keeps running; absent when unknown. */
        current_run_rate_hourly?: components['schemas']['Money'];
        /** @description Cost of the month so far; absent when no price is known. */
        month_to_date_cost?: components['schemas']['Money'];
      }[];
    };
    /**
     * Recommendation
     * @description A proposed change of a resource, and its saving.
     */
    Recommendation: {
      /**
       * Format: uuid
       * @description Id of the recommendation.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Recommendation';
      /** @description Resource, reason, risk and status. */
      metadata: {
        /**
         * @description Type of the recommendation.
         * @enum {string}
         */
        recommendation_type: 'workload_rightsizing';
        /**
         * @description Kind of the resource to change.
         * @enum {string}
         */
        resource_type: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Pod' | 'Node';
        /** @description Name of the resource. */
        resource_name: string;
        /** @description Kubernetes uid of the resource. */
        resource_uid: string;
        /** @description Namespace of the resource; empty for a node. */
        namespace: string;
        /** @description The cluster of the resource. */
        cluster: components['schemas']['Reference'];
        /** @description The change, as a short title. */
        title: string;
        /** @description The change, in one sentence. */
        description: string;
        /** @description Reason for the change, based on observed data. */
        cause: string;
        /**
         * @description Risk of the change; never `low` when a value is lowered below an observed peak.
         * @enum {string}
         */
        risk_level: 'low' | 'medium' | 'high';
        /**
         * @description By monthly saving (730 hours): `high` from 50, `medium` from 10, otherwise `low`.
         * @enum {string}
         */
        priority: 'low' | 'medium' | 'high';
        /**
         * @description Status of the recommendation.
         * @enum {string}
         */
        status: 'pending' | 'applied' | 'dismissed' | 'archived';
        /** @description One-minute samples in the analysis window. */
        data_points_analyzed: number;
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
      /** @description The resource as it is now. */
      current: {
        /** @description Current configuration; for `workload_rightsizing`, `{containers: [{name, requests{cpu, memory}, limits{cpu, memory}}]}` in Kubernetes quantities. Fields may be added. */
        config: {
          [key: string]: unknown;
        };
        /** @description Current cost per hour; absent when unknown. */
        hourly_cost?: components['schemas']['Money'];
      };
      /** @description The resource after the change. */
      recommended: {
        /** @description Recommended configuration; for `workload_rightsizing`, `{containers: [{name, requests{cpu, memory}, limits{cpu, memory}}]}` in Kubernetes quantities. Fields may be added. */
        config: {
          [key: string]: unknown;
        };
      };
      /** @description The resource as it was changed. */
      applied: {
        /** @description Applied configuration, which may differ from the recommended one; `{}` while the status is pending or dismissed. Fields may be added. */
        config: {
          [key: string]: unknown;
        };
      };
      /** @description Savings of the change. */
      savings: {
        /** @description Saving per hour; negative when the change raises the cost. */
        estimated_hourly: components['schemas']['Money'];
      };
    };
    /**
     * RecommendationDetail
     * @description A recommendation with the data that it is based on.
     */
    RecommendationDetail: {
      /**
       * Format: uuid
       * @description Id of the recommendation.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Recommendation';
      /** @description Resource, reason, risk and status. */
      metadata: {
        /**
         * @description Type of the recommendation.
         * @enum {string}
         */
        recommendation_type: 'workload_rightsizing';
        /**
         * @description Kind of the resource to change.
         * @enum {string}
         */
        resource_type: 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'Pod' | 'Node';
        /** @description Name of the resource. */
        resource_name: string;
        /** @description Kubernetes uid of the resource. */
        resource_uid: string;
        /** @description Namespace of the resource; empty for a node. */
        namespace: string;
        /** @description The cluster of the resource. */
        cluster: components['schemas']['Reference'];
        /** @description The change, as a short title. */
        title: string;
        /** @description The change, in one sentence. */
        description: string;
        /** @description Reason for the change, based on observed data. */
        cause: string;
        /**
         * @description Risk of the change; never `low` when a value is lowered below an observed peak.
         * @enum {string}
         */
        risk_level: 'low' | 'medium' | 'high';
        /**
         * @description By monthly saving (730 hours): `high` from 50, `medium` from 10, otherwise `low`.
         * @enum {string}
         */
        priority: 'low' | 'medium' | 'high';
        /**
         * @description Status of the recommendation.
         * @enum {string}
         */
        status: 'pending' | 'applied' | 'dismissed' | 'archived';
        /** @description One-minute samples in the analysis window. */
        data_points_analyzed: number;
        /**
         * Format: date-time
         * @description Time of creation.
         */
        created_at: string;
        /**
         * Format: date-time
         * @description Time of the last change.
         */
        updated_at: string;
      };
      /** @description The resource as it is now. */
      current: {
        /** @description Current configuration; for `workload_rightsizing`, `{containers: [{name, requests{cpu, memory}, limits{cpu, memory}}]}` in Kubernetes quantities. Fields may be added. */
        config: {
          [key: string]: unknown;
        };
        /** @description Current cost per hour; absent when unknown. */
        hourly_cost?: components['schemas']['Money'];
      };
      /** @description The resource after the change. */
      recommended: {
        /** @description Recommended configuration; for `workload_rightsizing`, `{containers: [{name, requests{cpu, memory}, limits{cpu, memory}}]}` in Kubernetes quantities. Fields may be added. */
        config: {
          [key: string]: unknown;
        };
      };
      /** @description The resource as it was changed. */
      applied: {
        /** @description Applied configuration, which may differ from the recommended one; `{}` while the status is pending or dismissed. Fields may be added. */
        config: {
          [key: string]: unknown;
        };
      };
      /** @description Savings of the change. */
      savings: {
        /** @description Saving per hour; negative when the change raises the cost. */
        estimated_hourly: components['schemas']['Money'];
      };
      /** @description Data that the recommendation is based on: `window{start_at, end_at, samples}`, replica averages, `restarts_total`, `oom_kills_total`, and in `containers[]` for `cpu` (cores) and `memory` (bytes): `request` and `limit`, `recommended_request` and `recommended_limit`; the percentiles `p50`, `p90`, `p95` and `p99`, each rounded up to the end of a histogram bucket, by at most 5% (or 0.01 cores, 10 MB); the exact `max` with its minute `max_at`; and `daily_peaks[]{max, max_at}`. Fields may be added. */
      metrics_snapshot: {
        [key: string]: unknown;
      };
    };
    /**
     * CostTrend
     * @description Cost over time.
     */
    CostTrend: {
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'CostTrend';
      /**
       * @description Kind of the resource that the trend belongs to.
       * @enum {string}
       */
      scope: 'cluster' | 'namespace' | 'workload' | 'node-group' | 'organization';
      /** @description The resource that the trend belongs to; absent for the scope `organization`. */
      scope_ref?: {
        /**
         * Format: uuid
         * @description Id of the cluster.
         */
        cluster_id: string;
        /** @description Name of the namespace; present for the scope `namespace`. */
        namespace?: string;
        /**
         * Format: uuid
         * @description Present for the scope `workload`.
         */
        workload_uid?: string;
        /** @description Name of the node group; present for the scope `node-group`. */
        node_group?: string;
      };
      /**
       * Format: date-time
       * @description Start of the window, rounded down to the hour.
       */
      start: string;
      /**
       * Format: date-time
       * @description End of the window (exclusive), rounded up to the hour.
       */
      end: string;
      /**
       * @description Size of the buckets.
       * @enum {string}
       */
      granularity: 'hourly' | 'daily' | 'weekly' | 'monthly';
      /**
       * @description `run_rate`: cost per month of 730 hours at the rate of the bucket; `breakdown`: cost of the bucket.
       * @enum {string}
       */
      type: 'run_rate' | 'breakdown';
      /** @description In chronological order. Buckets without data or without a known price are left out. The first and last bucket include only cost within the window. By default, hours are kept for 13 months: of older time, points by hour and the partial days at the edges of the window are missing. */
      points: {
        /**
         * Format: date-time
         * @description Start of the hour, day, ISO week or month (UTC). The first may be before `start`.
         */
        bucket_start: string;
        /** @description Cost of the bucket, or its rate per month; see `type`. */
        total_cost: components['schemas']['Money'];
      }[];
      /** @description Months of the window whose history was moved to an archive, which the points exclude; absent where there are none. */
      archived_months?: string[];
      /** @description For the scope `organization` only: clusters that the key may not read, which the figures exclude. */
      excluded_cluster_ids?: string[];
    };
    /**
     * PersistentVolumeCost
     * @description Run rate and components, as amounts per hour.
     */
    PersistentVolumeCost: {
      /** @description Cost per hour if what runs now keeps running, over the basis. */
      current_run_rate_hourly?: components['schemas']['Money'];
      components?: components['schemas']['CostComponents'];
      /** @description Total cost less the run rates of the workloads in it, per hour: idle and overhead; of a namespace: the pods and volumes that no workload owns. */
      unallocated?: components['schemas']['Money'];
      /**
       * @description The set of components that are summed.
       * @enum {string}
       */
      basis: 'legacy' | 'all';
      /** @description True when a component of the basis could not be computed. */
      partial: boolean;
      /**
       * Format: date-time
       * @description Time of the cost figure.
       */
      last_updated_at?: string;
      /**
       * @description Source of the price.
       * @enum {string}
       */
      pricing_source: 'price_book' | 'default_rates' | 'custom' | 'unknown';
    };
    /**
     * PersistentVolume
     * @description A persistent volume of a cluster.
     */
    PersistentVolume: {
      /**
       * Format: uuid
       * @description Derived from cluster and name, because agents report no uid of a volume.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'PersistentVolume';
      /** @description Name, class, claim and phase. */
      metadata: {
        /** @description Name of the volume. */
        name: string;
        /** @description The cluster of the volume. */
        cluster: components['schemas']['Reference'];
        /** @description Name of the StorageClass; empty when it has none. */
        storage_class: string;
        /** @description Pending, Available, Bound, Released or Failed; empty when not reported. */
        phase: string;
        /** @description The PersistentVolumeClaim bound to it; absent when there is none. */
        claim?: {
          /** @description Namespace of the claim. */
          namespace: string;
          /** @description Name of the claim. */
          name: string;
        };
        /** @description The StatefulSet to which the claim belongs; absent for other claims. */
        workload?: {
          /**
           * Format: uuid
           * @description Kubernetes uid of the workload.
           */
          uid: string;
          /** @description Kind of the workload. */
          kind: string;
          /** @description Name of the workload. */
          name: string;
        };
        /**
         * Format: date-time
         * @description Creation time in Kubernetes; absent when unknown.
         */
        created_at_k8s?: string;
        /**
         * Format: date-time
         * @description Time of the newest report that includes it.
         */
        last_seen_at: string;
      };
      /** @description Capacity. Agents do not report how much of it is used. */
      capacity: {
        /** @description Size in bytes. */
        total_bytes: number;
      };
      cost: components['schemas']['PersistentVolumeCost'];
      /** @description Details of the time without a claim; absent while a claim is bound to it. */
      unclaimed?: {
        /**
         * Format: date-time
         * @description Time of the first report in which it had no claim.
         */
        since: string;
        /** @description Its cost from then to `last_seen_at`, at the current price; absent when unknown. */
        cost?: components['schemas']['Money'];
        /** @description Recommended action. `GET /v1/recommendations` does not list it. */
        recommendation: {
          /**
           * @description Type of the recommendation.
           * @enum {string}
           */
          recommendation_type: 'orphaned_volume';
          /** @description The change, as a short title. */
          title: string;
          /** @description The change, in one sentence. */
          description: string;
          /** @description Savings of the change. */
          savings: {
            /** @description What deleting it saves per hour; absent when unknown. */
            estimated_hourly?: components['schemas']['Money'];
          };
        };
      };
    };
    /**
     * LimitCapacity
     * @description Limits of containers, summed.
     */
    LimitCapacity: {
      /** @description CPU in cores. */
      cpu: {
        /** @description Sum of the CPU limits, in cores, of the containers of pods that are running or pending; for a pod, of its own, even if it has finished. 0 when none of them sets one. */
        limit_cores: number;
      };
      /** @description Memory in bytes. */
      memory: {
        /** @description Sum of the memory limits, in bytes, of the containers of pods that are running or pending; for a pod, of its own, even if it has finished. 0 when none of them sets one. */
        limit_bytes: number;
      };
    };
    /**
     * Workload
     * @description Anything that owns pods: a Deployment, a StatefulSet, a Job and others.
     */
    Workload: {
      /**
       * Format: uuid
       * @description Kubernetes uid of the workload.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Workload';
      /** @description Name, labels and state. */
      metadata: {
        /** @description Name of the workload. */
        name: string;
        /** @description Namespace of the workload. */
        namespace: string;
        /** @description The kind: Deployment, StatefulSet, DaemonSet, Job, CronJob or a custom kind. */
        workload_kind: string;
        /** @description The cluster of the workload. */
        cluster: components['schemas']['Reference'];
        /** @description Labels of the workload. */
        labels: {
          [key: string]: string;
        };
        /** @description Service account of its newest pod, even if deleted; empty if it never had one. */
        service_account_name: string;
        /** @description Such as Available, Progressing, Degraded or Complete. */
        status: string;
        /** @description Reason for the status; empty when there is none. */
        status_reason: string;
        /** @description True for a suspended Job or CronJob. */
        is_suspended: boolean;
        /** @description True for a Deployment whose rollout is paused. */
        is_paused: boolean;
        /** @description Whether a HorizontalPodAutoscaler scales it. */
        has_hpa: boolean;
        /**
         * Format: date-time
         * @description Creation time in Kubernetes.
         */
        created_at_k8s?: string;
        /**
         * Format: date-time
         * @description Time of the newest report that includes it.
         */
        last_seen_at: string;
      };
      capacity: components['schemas']['LimitCapacity'];
      /** @description Requests, usage and counts. */
      utilization: {
        cpu: components['schemas']['CpuRequestUtilization'];
        memory: components['schemas']['MemoryRequestUtilization'];
        /** @description Replicas; absent for kinds without replicas. */
        replicas?: {
          /** @description Desired replicas. */
          desired: number;
          /** @description Replicas that are available. */
          available?: number;
          /** @description Replicas that are not available. */
          unavailable?: number;
          /** @description Replicas of the newest pod template. */
          updated?: number;
        };
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Pods that Kubernetes lists, including finished ones. */
          pods: number;
          /** @description Pods in the phase Running. */
          running_pods: number;
          /** @description Containers of the pods. */
          containers: number;
        };
      };
      cost: components['schemas']['DirectCost'];
    };
    /**
     * Pod
     * @description A pod. The cost of its volumes belongs to its workload or namespace.
     */
    Pod: {
      /**
       * Format: uuid
       * @description Kubernetes uid of the pod.
       */
      id: string;
      /**
       * @description Kind of the resource.
       * @enum {string}
       */
      kind: 'Pod';
      /** @description Name, labels, location and phase. */
      metadata: {
        /** @description Name of the pod. */
        name: string;
        /** @description Namespace of the pod. */
        namespace: string;
        /** @description The cluster of the pod. */
        cluster: components['schemas']['Reference'];
        /** @description The workload that owns the pod; absent when it has none. */
        workload?: {
          /**
           * Format: uuid
           * @description Kubernetes uid of the workload.
           */
          uid: string;
          /** @description Kind of the workload. */
          kind: string;
          /** @description Name of the workload. */
          name: string;
        };
        /** @description The node of the pod; absent while unscheduled. */
        node?: components['schemas']['Reference'];
        /** @description Pending, Running, Succeeded, Failed or Unknown. */
        phase?: string;
        /** @description Reason for the phase, such as Evicted. */
        reason?: string;
        /** @description Guaranteed, Burstable or BestEffort. */
        qos_class?: string;
        /** @description IP address of the pod. */
        pod_ip?: string;
        /** @description IP address of its node. */
        host_ip?: string;
        /** @description Whether it uses the host network. */
        host_network: boolean;
        /** @description Priority class name. */
        priority_class?: string;
        /** @description Whether it mounts a hostPath volume. */
        has_hostpath: boolean;
        /** @description Whether it has an ephemeral local volume. */
        has_emptydir: boolean;
        /** @description Labels of the pod. */
        labels: {
          [key: string]: string;
        };
        /**
         * Format: date-time
         * @description Creation time in Kubernetes.
         */
        created_at_k8s?: string;
        /**
         * Format: date-time
         * @description Time of the newest report that includes it.
         */
        last_seen_at: string;
      };
      capacity: components['schemas']['LimitCapacity'];
      /** @description Requests and usage. */
      utilization: {
        cpu: components['schemas']['CpuRequestUtilization'];
        memory: components['schemas']['MemoryRequestUtilization'];
        /** @description Number of objects of each kind. */
        counts: {
          /** @description Containers of the pod. */
          containers: number;
          /** @description Running containers. */
          running_containers: number;
          /** @description Containers that are ready. */
          ready_containers: number;
        };
        /** @description Restarts of its containers. */
        restarts_total: number;
        /** @description Out-of-memory kills of its containers. */
        oom_kills_total: number;
      };
      cost: components['schemas']['DirectCost'];
    };
  };
  responses: {
    /**
     * @description `BAD_REQUEST`: The request is malformed.
     *
     *     `INVALID_CURSOR`: The cursor was not issued by this list.
     */
    BadRequestOrInvalidCursor: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "INVALID_CURSOR",
         *         "message": "The cursor was not issued by this list."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST' | 'INVALID_CURSOR';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `UNAUTHORIZED`: A valid API key is required: send it as 'Authorization: Bearer <API_KEY>'. */
    Unauthorized: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "UNAUTHORIZED",
         *         "message": "A valid API key is required: send it as 'Authorization: Bearer <API_KEY>'."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'UNAUTHORIZED';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `FORBIDDEN`: The API key lacks the scope that this endpoint requires. */
    Forbidden: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "FORBIDDEN",
         *         "message": "The API key lacks the scope that this endpoint requires: teams:read.",
         *         "details": [
         *           {
         *             "required": "teams:read"
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'FORBIDDEN';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `CURSOR_EXPIRED`: The cursor has expired or is of another query: start again without a cursor. */
    CursorExpired: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "CURSOR_EXPIRED",
         *         "message": "The cursor has expired or is of another query: start again without a cursor."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'CURSOR_EXPIRED';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `VALIDATION_ERROR`: A value is outside what this endpoint accepts.
     *
     *     `INVALID_COST_MODE`: The cost_mode is not one that this endpoint accepts.
     */
    ValidationErrorOrInvalidCostMode: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "INVALID_COST_MODE",
         *         "message": "The cost_mode is not one that this endpoint accepts."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'VALIDATION_ERROR' | 'INVALID_COST_MODE';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `RATE_LIMITED`: The request quota of the API key is used up. */
    RateLimited: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "RATE_LIMITED",
         *         "message": "The request quota of the API key is used up."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'RATE_LIMITED';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `INTERNAL_ERROR`: The server failed; quote the request id when you report it. */
    InternalError: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "INTERNAL_ERROR",
         *         "message": "The server failed; quote the request id when you report it."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'INTERNAL_ERROR';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `RATE_LIMIT_UNAVAILABLE`: The request quota cannot be checked right now.
     *
     *     `SERVICE_UNAVAILABLE`: The database cannot be reached right now.
     */
    RateLimitUnavailableOrServiceUnavailable: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'Retry-After': components['headers']['Retry-After'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "SERVICE_UNAVAILABLE",
         *         "message": "The database cannot be reached right now."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'RATE_LIMIT_UNAVAILABLE' | 'SERVICE_UNAVAILABLE';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `BAD_REQUEST`: The request is malformed. */
    URITooLong: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "BAD_REQUEST",
         *         "message": "The request is malformed."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `BAD_REQUEST`: The request is malformed. */
    BadRequest: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "BAD_REQUEST",
         *         "message": "The request is malformed."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `TEAM_NOT_FOUND`: There is no such team in the organization. */
    TeamNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "TEAM_NOT_FOUND",
         *         "message": "There is no such team in the organization."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'TEAM_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `BAD_REQUEST`: The request is malformed.
     *
     *     `INVALID_CURSOR`: The cursor was not issued by this list.
     *
     *     `INVALID_CLUSTER_ID`: The cluster id is not a UUID.
     */
    BadRequestOrInvalidCursorOrInvalidClusterId: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "INVALID_CLUSTER_ID",
         *         "message": "The cluster id is not a UUID."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST' | 'INVALID_CURSOR' | 'INVALID_CLUSTER_ID';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `DEPARTMENT_NOT_FOUND`: There is no such department in the organization. */
    DepartmentNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "DEPARTMENT_NOT_FOUND",
         *         "message": "There is no such department in the organization."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'DEPARTMENT_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `BAD_REQUEST`: The request is malformed.
     *
     *     `INVALID_CLUSTER_ID`: The cluster id is not a UUID.
     */
    BadRequestOrInvalidClusterId: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "INVALID_CLUSTER_ID",
         *         "message": "The cluster id is not a UUID."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST' | 'INVALID_CLUSTER_ID';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `FORBIDDEN`: The API key lacks the scope that this endpoint requires.
     *
     *     `CLUSTER_ACCESS_DENIED`: The cluster is outside the allow-list of the API key.
     */
    ForbiddenOrClusterAccessDenied: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "CLUSTER_ACCESS_DENIED",
         *         "message": "The cluster is outside the allow-list of the API key."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'FORBIDDEN' | 'CLUSTER_ACCESS_DENIED';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `CLUSTER_NOT_FOUND`: There is no such cluster in the organization. */
    ClusterNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "CLUSTER_NOT_FOUND",
         *         "message": "There is no such cluster in the organization."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'CLUSTER_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `CLUSTER_NOT_FOUND`: There is no such cluster in the organization.
     *
     *     `NAMESPACE_NOT_FOUND`: There is no such namespace in the cluster.
     */
    ClusterNotFoundOrNamespaceNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "NAMESPACE_NOT_FOUND",
         *         "message": "There is no such namespace in the cluster."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'CLUSTER_NOT_FOUND' | 'NAMESPACE_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `VALIDATION_ERROR`: A value is outside what this endpoint accepts. */
    ValidationError: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "VALIDATION_ERROR",
         *         "message": "basis must be one of legacy, all.",
         *         "details": [
         *           {
         *             "field": "basis",
         *             "reason": "invalid_value",
         *             "allowed": [
         *               "legacy",
         *               "all"
         *             ]
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'VALIDATION_ERROR';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `UPSTREAM_UNAVAILABLE`: The cost history cannot be reached. */
    UpstreamUnavailable: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "UPSTREAM_UNAVAILABLE",
         *         "message": "The cost history cannot be reached."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'UPSTREAM_UNAVAILABLE';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `UPSTREAM_TIMEOUT`: The query over the cost history timed out. */
    UpstreamTimeout: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "UPSTREAM_TIMEOUT",
         *         "message": "The query over the cost history timed out."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'UPSTREAM_TIMEOUT';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `BAD_REQUEST`: The request is malformed. */
    PayloadTooLarge: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "BAD_REQUEST",
         *         "message": "The request is malformed."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `BAD_REQUEST`: The request is malformed. */
    UnsupportedMediaType: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "BAD_REQUEST",
         *         "message": "The request is malformed."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `BAD_REQUEST`: The request is malformed. */
    BadRequestWithoutKey: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "BAD_REQUEST",
         *         "message": "The request is malformed."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `INTERNAL_ERROR`: The server failed; quote the request id when you report it. */
    InternalErrorWithoutKey: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "INTERNAL_ERROR",
         *         "message": "The server failed; quote the request id when you report it."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'INTERNAL_ERROR';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `BAD_REQUEST`: The request is malformed. */
    URITooLongWithoutKey: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "BAD_REQUEST",
         *         "message": "The request is malformed."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `NODE_NOT_FOUND`: There is no such node in the organization. */
    NodeNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "NODE_NOT_FOUND",
         *         "message": "There is no such node in the organization."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'NODE_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `CLUSTER_NOT_FOUND`: There is no such cluster in the organization.
     *
     *     `NODE_GROUP_NOT_FOUND`: There is no such node group in the cluster.
     */
    ClusterNotFoundOrNodeGroupNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "NODE_GROUP_NOT_FOUND",
         *         "message": "There is no such node group in the cluster."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'CLUSTER_NOT_FOUND' | 'NODE_GROUP_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `RECOMMENDATION_NOT_FOUND`: There is no such recommendation in the organization. */
    RecommendationNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "RECOMMENDATION_NOT_FOUND",
         *         "message": "There is no such recommendation in the organization."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'RECOMMENDATION_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `INVALID_COST_MODE`: The cost_mode is not one that this endpoint accepts. */
    InvalidCostMode: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "INVALID_COST_MODE",
         *         "message": "The cost_mode is not one that this endpoint accepts."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'INVALID_COST_MODE';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /**
     * @description `CLUSTER_NOT_FOUND`: There is no such cluster in the organization.
     *
     *     `WORKLOAD_NOT_FOUND`: There is no such workload in the organization.
     */
    ClusterNotFoundOrWorkloadNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "WORKLOAD_NOT_FOUND",
         *         "message": "There is no such workload in the organization."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'CLUSTER_NOT_FOUND' | 'WORKLOAD_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `BAD_REQUEST`: The request is malformed. */
    NotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "BAD_REQUEST",
         *         "message": "The request is malformed."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'BAD_REQUEST';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
    /** @description `WORKLOAD_NOT_FOUND`: There is no such workload in the organization. */
    WorkloadNotFound: {
      headers: {
        'X-Request-ID': components['headers']['X-Request-ID'];
        'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
        'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
        'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "data": null,
         *       "meta": {
         *         "request_id": "01890a5d-ac96-774b-bcce-b302099a8057",
         *         "applied_at": "2026-01-31T12:00:00Z"
         *       },
         *       "error": {
         *         "code": "WORKLOAD_NOT_FOUND",
         *         "message": "There is no such workload in the organization."
         *       }
         *     }
         */
        'application/json': {
          /** @description Always null. */
          data: null;
          /** @description Metadata of the response. */
          meta: {
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
            /**
             * Format: date-time
             * @description Time of the response.
             */
            applied_at: string;
          };
          /** @description What went wrong. */
          error: {
            /**
             * @description Branch on this, never on `message`.
             * @enum {string}
             */
            code: 'WORKLOAD_NOT_FOUND';
            /** @description Human-readable; if there is one detail, it says what to change. */
            message: string;
            /** @description One entry per problem, if there are any. */
            details?: components['schemas']['ErrorDetail'][];
          };
        };
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Id of the request, as in `meta.request_id`. */
    'X-Request-ID': string;
    /** @description Requests allowed per minute. */
    'X-RateLimit-Limit': number;
    /** @description Requests left in the window. */
    'X-RateLimit-Remaining': number;
    /** @description Unix time in seconds at which the oldest request leaves the window. */
    'X-RateLimit-Reset': number;
    /** @description Identifies the response. Send it as `If-None-Match`: if nothing has changed, the status is 304. */
    ETag: string;
    /** @description Seconds to wait before the next attempt. */
    'Retry-After': number;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listTeams: {
    parameters: {
      query?: {
        /** @description Ids of departments. Teams without a department are excluded. */
        department_id?: string[];
        /** @description Origins of the team, such as `k8s` or `native`. */
        origin?: string[];
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Team'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursor'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getTeam: {
    parameters: {
      query?: {
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description Id of the team. */
        team_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Team'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['TeamNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listTeamAssignments: {
    parameters: {
      query?: {
        /** @description Entity types, such as `workload` or `namespace`. */
        entity_type?: string[];
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Sources of the assignment, such as `user_manual`, `k8s_label` or `namespace_auto`. */
        source?: string[];
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
      };
      header?: never;
      path: {
        /** @description Id of the team. */
        team_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['TeamAssignment'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['TeamNotFound'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listDepartments: {
    parameters: {
      query?: {
        /** @description Origins of the department, such as `k8s` or `native`. */
        origin?: string[];
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Department'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursor'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getDepartment: {
    parameters: {
      query?: {
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description Id of the department. */
        dept_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Department'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['DepartmentNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listClusters: {
    parameters: {
      query?: {
        /** @description Cloud provider. */
        provider?: ('aws' | 'gcp' | 'azure' | 'on-prem')[];
        /** @description Region, spelled as the cloud provider spells it. */
        region?: string[];
        /** @description Environment. */
        environment?: ('production' | 'non-production' | 'staging' | 'dev')[];
        /** @description Status. */
        status?: ('pending' | 'active' | 'disconnected' | 'error' | 'discovered')[];
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Cluster'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursor'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getCluster: {
    parameters: {
      query?: {
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Cluster'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listNamespaces: {
    parameters: {
      query?: {
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Only namespaces that cost at least this much per hour, over the basis. */
        min_cost_hourly?: string;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Namespace'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listClusterNamespaces: {
    parameters: {
      query?: {
        /** @description Only namespaces that cost at least this much per hour, over the basis. */
        min_cost_hourly?: string;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Namespace'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFound'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getNamespace: {
    parameters: {
      query?: {
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
        /** @description Name of the namespace in Kubernetes. */
        namespace: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['NamespaceDetail'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFoundOrNamespaceNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getCostMetrics: {
    parameters: {
      query?: {
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, streamed. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          /** @description Its format depends on `Accept`. */
          Vary?: string;
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/openmetrics-text; version=1.0.0; charset=utf-8': string;
          'text/plain; version=0.0.4; charset=utf-8': string;
        };
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  queryCostExplorer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CostExplorerQuery'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            data: components['schemas']['CostExplorerAnswer'];
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
          };
        };
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      414: components['responses']['URITooLong'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['UpstreamUnavailable'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
      504: components['responses']['UpstreamTimeout'];
    };
  };
  listCostLabels: {
    parameters: {
      query?: {
        /** @description Whether to list labels or annotations. */
        kind?: 'label' | 'annotation';
        /** @description First day (UTC). Default: 29 days before `end_date`. */
        start_date?: string;
        /** @description Last day (UTC), inclusive; the window is at most 3,660 days. Default: today. */
        end_date?: string;
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Whether workloads inherit keys that they lack from their namespace. */
        label_inheritance?: boolean;
        /** @description Part of the key, ignoring case. */
        search?: string;
        /** @description Number of the page, from 1. */
        page?: number;
        /** @description Keys per page. */
        per_page?: number;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Always true.
             * @constant
             */
            success: true;
            data: components['schemas']['CostLabels'];
            /** @description Id of the request in logs, as in the header X-Request-ID. */
            request_id: string;
          };
        };
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['UpstreamUnavailable'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
      504: components['responses']['UpstreamTimeout'];
    };
  };
  exportFocus: {
    parameters: {
      query: {
        /** @description First day (UTC), inclusive. */
        from: string;
        /** @description The day after the last day (UTC); at most 3,660 days after `from`. */
        to: string;
        /** @description File format. */
        format?: 'csv' | 'jsonl' | 'parquet';
        /** @description One row per workload, or one per namespace. */
        grain?: 'workload' | 'namespace';
        /** @description Idle capacity on separate rows, or spread over the rows that used the node. */
        idle?: 'unallocated' | 'apportioned';
        /** @description Names of columns; the order in the file is fixed. Default: all columns. */
        columns?: (
          | 'AllocatedMethodDetails'
          | 'AllocatedMethodId'
          | 'AllocatedResourceId'
          | 'AllocatedResourceName'
          | 'AllocatedTags'
          | 'AvailabilityZone'
          | 'BilledCost'
          | 'BillingAccountId'
          | 'BillingAccountName'
          | 'BillingCurrency'
          | 'BillingPeriodEnd'
          | 'BillingPeriodStart'
          | 'ChargeCategory'
          | 'ChargeClass'
          | 'ChargeDescription'
          | 'ChargeFrequency'
          | 'ChargePeriodEnd'
          | 'ChargePeriodStart'
          | 'ConsumedQuantity'
          | 'ConsumedUnit'
          | 'ContractedCost'
          | 'EffectiveCost'
          | 'HostProviderName'
          | 'InvoiceIssuerName'
          | 'ListCost'
          | 'ListUnitPrice'
          | 'PricingQuantity'
          | 'PricingUnit'
          | 'RegionId'
          | 'RegionName'
          | 'ResourceId'
          | 'ResourceName'
          | 'ResourceType'
          | 'ServiceCategory'
          | 'ServiceName'
          | 'ServiceProviderName'
          | 'ServiceSubcategory'
          | 'SkuId'
          | 'SkuMeter'
          | 'SkuPriceDetails'
          | 'SkuPriceId'
          | 'SubAccountId'
          | 'SubAccountName'
          | 'Tags'
          | 'x_AcceleratorHours'
          | 'x_AllocationState'
          | 'x_ChargeKind'
          | 'x_CoreHoursRequested'
          | 'x_CoreHoursUsed'
          | 'x_DepartmentName'
          | 'x_DirectCost'
          | 'x_IdleCost'
          | 'x_IsPartial'
          | 'x_MemoryGibibyteHoursRequested'
          | 'x_MemoryGibibyteHoursUsed'
          | 'x_NamespaceId'
          | 'x_NamespaceName'
          | 'x_PricingSource'
          | 'x_TeamName'
          | 'x_WorkloadKind'
        )[];
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /**
       * @description The file, streamed. Trailers after the last byte:
       *     - `X-Export-Status`: `complete`, or `error`: discard the file and retry.
       *     - `X-Export-Row-Count`: Number of rows in the file.
       *     - `X-Export-Ledger-Rows`: Number of ledger rows that the file was made from.
       */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          /** @description Suggests a file name with the grain and the window. */
          'Content-Disposition'?: string;
          /** @description Version of FOCUS. */
          'X-Focus-Version'?: string;
          /** @description The `schema_id` that the schema endpoint returns for the same options. */
          'X-Focus-Schema-Id'?: string;
          /** @description A later file with the same value completely replaces this one, unless months of it were archived or pruned. */
          'X-Focus-Dataset-Instance-Id'?: string;
          /** @description `true` if clusters are missing because the key may not read them. */
          'X-Export-Partial'?: string;
          /** @description Months of the window, such as `2024-11,2024-12`, whose history was moved to an archive and is missing: keep an earlier file that has them; absent where there are none. */
          'X-Export-Archived-Months'?: string;
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'text/csv; charset=utf-8': string;
          'application/jsonl; charset=utf-8': string;
          'application/vnd.apache.parquet': string;
        };
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      502: components['responses']['UpstreamUnavailable'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getFocusSchema: {
    parameters: {
      query?: {
        /** @description One row per workload, or one per namespace. */
        grain?: 'workload' | 'namespace';
        /** @description Idle capacity on separate rows, or spread over the rows that used the node. */
        idle?: 'unallocated' | 'apportioned';
        /** @description Names of columns; the order in the file is fixed. Default: all columns. */
        columns?: (
          | 'AllocatedMethodDetails'
          | 'AllocatedMethodId'
          | 'AllocatedResourceId'
          | 'AllocatedResourceName'
          | 'AllocatedTags'
          | 'AvailabilityZone'
          | 'BilledCost'
          | 'BillingAccountId'
          | 'BillingAccountName'
          | 'BillingCurrency'
          | 'BillingPeriodEnd'
          | 'BillingPeriodStart'
          | 'ChargeCategory'
          | 'ChargeClass'
          | 'ChargeDescription'
          | 'ChargeFrequency'
          | 'ChargePeriodEnd'
          | 'ChargePeriodStart'
          | 'ConsumedQuantity'
          | 'ConsumedUnit'
          | 'ContractedCost'
          | 'EffectiveCost'
          | 'HostProviderName'
          | 'InvoiceIssuerName'
          | 'ListCost'
          | 'ListUnitPrice'
          | 'PricingQuantity'
          | 'PricingUnit'
          | 'RegionId'
          | 'RegionName'
          | 'ResourceId'
          | 'ResourceName'
          | 'ResourceType'
          | 'ServiceCategory'
          | 'ServiceName'
          | 'ServiceProviderName'
          | 'ServiceSubcategory'
          | 'SkuId'
          | 'SkuMeter'
          | 'SkuPriceDetails'
          | 'SkuPriceId'
          | 'SubAccountId'
          | 'SubAccountName'
          | 'Tags'
          | 'x_AcceleratorHours'
          | 'x_AllocationState'
          | 'x_ChargeKind'
          | 'x_CoreHoursRequested'
          | 'x_CoreHoursUsed'
          | 'x_DepartmentName'
          | 'x_DirectCost'
          | 'x_IdleCost'
          | 'x_IsPartial'
          | 'x_MemoryGibibyteHoursRequested'
          | 'x_MemoryGibibyteHoursUsed'
          | 'x_NamespaceId'
          | 'x_NamespaceName'
          | 'x_PricingSource'
          | 'x_TeamName'
          | 'x_WorkloadKind'
        )[];
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['FocusSchema'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationError'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      400: components['responses']['BadRequestWithoutKey'];
      414: components['responses']['URITooLongWithoutKey'];
      500: components['responses']['InternalErrorWithoutKey'];
    };
  };
  getLiveness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Live'];
        };
      };
      400: components['responses']['BadRequestWithoutKey'];
      414: components['responses']['URITooLongWithoutKey'];
      500: components['responses']['InternalErrorWithoutKey'];
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ready'];
        };
      };
      400: components['responses']['BadRequestWithoutKey'];
      414: components['responses']['URITooLongWithoutKey'];
      500: components['responses']['InternalErrorWithoutKey'];
      /** @description The database cannot be reached, or the service is shutting down. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotReady'];
        };
      };
    };
  };
  getOpenapiJson: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/json': Record<string, never>;
        };
      };
      400: components['responses']['BadRequestWithoutKey'];
      414: components['responses']['URITooLongWithoutKey'];
      500: components['responses']['InternalErrorWithoutKey'];
    };
  };
  getOpenapiYaml: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'application/yaml': string;
        };
      };
      400: components['responses']['BadRequestWithoutKey'];
      414: components['responses']['URITooLongWithoutKey'];
      500: components['responses']['InternalErrorWithoutKey'];
    };
  };
  getDocs: {
    parameters: {
      query?: {
        /** @description URL of another OpenAPI document to show. */
        url?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['BadRequestWithoutKey'];
      414: components['responses']['URITooLongWithoutKey'];
      500: components['responses']['InternalErrorWithoutKey'];
    };
  };
  listNodes: {
    parameters: {
      query?: {
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Names of node groups. */
        node_group?: string[];
        /** @description Instance types, spelled as the cloud provider spells them. */
        instance_type?: string[];
        /** @description Availability zones, spelled as the cloud provider spells them. */
        zone?: string[];
        /** @description Whether the node runs on spot capacity. */
        is_spot?: boolean;
        /** @description Whether Kubernetes reports the node as ready. */
        is_ready?: boolean;
        /** @description CPU architectures. */
        architecture?: ('amd64' | 'arm64')[];
        /** @description Capacity types. */
        capacity_type?: ('on-demand' | 'spot' | 'reserved' | 'karpenter')[];
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Node'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listClusterNodes: {
    parameters: {
      query?: {
        /** @description Names of node groups. */
        node_group?: string[];
        /** @description Instance types, spelled as the cloud provider spells them. */
        instance_type?: string[];
        /** @description Availability zones, spelled as the cloud provider spells them. */
        zone?: string[];
        /** @description Whether the node runs on spot capacity. */
        is_spot?: boolean;
        /** @description Whether Kubernetes reports the node as ready. */
        is_ready?: boolean;
        /** @description CPU architectures. */
        architecture?: ('amd64' | 'arm64')[];
        /** @description Capacity types. */
        capacity_type?: ('on-demand' | 'spot' | 'reserved' | 'karpenter')[];
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Node'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFound'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getNode: {
    parameters: {
      query?: {
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description Kubernetes uid of the node. */
        node_uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Node'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['NodeNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listNodeGroups: {
    parameters: {
      query?: {
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['NodeGroup'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listClusterNodeGroups: {
    parameters: {
      query?: {
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['NodeGroup'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getNodeGroup: {
    parameters: {
      query?: {
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
        /** @description Name of the node group, percent-encoded; `/` may be left unencoded. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['NodeGroup'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFoundOrNodeGroupNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getOrganization: {
    parameters: {
      query?: {
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Organization'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getOrganizationDashboard: {
    parameters: {
      query?: {
        /** @description Maximum number of clusters in `top_clusters`. */
        top_clusters_limit?: number;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['OrganizationDashboard'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listRecommendations: {
    parameters: {
      query?: {
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Namespace. */
        namespace?: string[];
        /** @description Types of recommendation. */
        recommendation_type?: 'workload_rightsizing'[];
        /** @description Statuses. Default: pending and dismissed. */
        status?: ('pending' | 'applied' | 'dismissed' | 'archived')[];
        /** @description Risk levels of the change. */
        risk_level?: ('low' | 'medium' | 'high')[];
        /** @description Priorities, by the estimated monthly saving. */
        priority?: ('low' | 'medium' | 'high')[];
        /** @description Kinds of resource. */
        resource_type?: ('Deployment' | 'StatefulSet' | 'DaemonSet' | 'Pod' | 'Node')[];
        /** @description Kubernetes uid of the resource. */
        workload_uid?: string[];
        /** @description Minimum estimated hourly saving. */
        min_savings_hourly?: string;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Recommendation'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getRecommendation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Id of the recommendation. */
        rec_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['RecommendationDetail'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['RecommendationNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['InvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getOrganizationCostTrend: {
    parameters: {
      query: {
        /** @description Start of the window as Unix time in seconds, rounded down to the hour. */
        start: number;
        /** @description End of the window as Unix time in seconds, rounded up to the hour; after `start`, by at most five years. */
        end: number;
        /** @description `run_rate`: cost per month at the rate of each bucket. `breakdown`: cost of each bucket. */
        type?: 'run_rate' | 'breakdown';
        /** @description Size of the buckets. `auto` is hourly up to 14 days, otherwise daily; a breakdown is daily and cannot be hourly. `hourly` allows at most 60 days. */
        granularity?: 'auto' | 'hourly' | 'daily' | 'weekly' | 'monthly';
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CostTrend'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getClusterCostTrend: {
    parameters: {
      query: {
        /** @description Start of the window as Unix time in seconds, rounded down to the hour. */
        start: number;
        /** @description End of the window as Unix time in seconds, rounded up to the hour; after `start`, by at most five years. */
        end: number;
        /** @description `run_rate`: cost per month at the rate of each bucket. `breakdown`: cost of each bucket. */
        type?: 'run_rate' | 'breakdown';
        /** @description Size of the buckets. `auto` is hourly up to 14 days, otherwise daily; a breakdown is daily and cannot be hourly. `hourly` allows at most 60 days. */
        granularity?: 'auto' | 'hourly' | 'daily' | 'weekly' | 'monthly';
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CostTrend'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getNamespaceCostTrend: {
    parameters: {
      query: {
        /** @description Start of the window as Unix time in seconds, rounded down to the hour. */
        start: number;
        /** @description End of the window as Unix time in seconds, rounded up to the hour; after `start`, by at most five years. */
        end: number;
        /** @description `run_rate`: cost per month at the rate of each bucket. `breakdown`: cost of each bucket. */
        type?: 'run_rate' | 'breakdown';
        /** @description Size of the buckets. `auto` is hourly up to 14 days, otherwise daily; a breakdown is daily and cannot be hourly. `hourly` allows at most 60 days. */
        granularity?: 'auto' | 'hourly' | 'daily' | 'weekly' | 'monthly';
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
        /** @description Name of the namespace in Kubernetes. */
        namespace: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CostTrend'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFoundOrNamespaceNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getWorkloadCostTrend: {
    parameters: {
      query: {
        /** @description Start of the window as Unix time in seconds, rounded down to the hour. */
        start: number;
        /** @description End of the window as Unix time in seconds, rounded up to the hour; after `start`, by at most five years. */
        end: number;
        /** @description `run_rate`: cost per month at the rate of each bucket. `breakdown`: cost of each bucket. */
        type?: 'run_rate' | 'breakdown';
        /** @description Size of the buckets. `auto` is hourly up to 14 days, otherwise daily; a breakdown is daily and cannot be hourly. `hourly` allows at most 60 days. */
        granularity?: 'auto' | 'hourly' | 'daily' | 'weekly' | 'monthly';
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
        /** @description Kubernetes uid of the workload. */
        workload_uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CostTrend'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFoundOrWorkloadNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getNodeGroupCostTrend: {
    parameters: {
      query: {
        /** @description Start of the window as Unix time in seconds, rounded down to the hour. */
        start: number;
        /** @description End of the window as Unix time in seconds, rounded up to the hour; after `start`, by at most five years. */
        end: number;
        /** @description `run_rate`: cost per month at the rate of each bucket. `breakdown`: cost of each bucket. */
        type?: 'run_rate' | 'breakdown';
        /** @description Size of the buckets. `auto` is hourly up to 14 days, otherwise daily; a breakdown is daily and cannot be hourly. `hourly` allows at most 60 days. */
        granularity?: 'auto' | 'hourly' | 'daily' | 'weekly' | 'monthly';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
        /** @description Name of the node group, percent-encoded, including `/`. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['CostTrend'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFoundOrNodeGroupNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listPersistentVolumes: {
    parameters: {
      query?: {
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Namespaces of the claims. */
        namespace?: string[];
        /** @description Names of StorageClasses. */
        storage_class?: string[];
        /** @description Phases. */
        phase?: ('Pending' | 'Available' | 'Bound' | 'Released' | 'Failed')[];
        /** @description Whether a PersistentVolumeClaim is bound to it. */
        claimed?: boolean;
        /** @description Minimum price per hour. */
        min_cost_hourly?: string;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['PersistentVolume'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listClusterPersistentVolumes: {
    parameters: {
      query?: {
        /** @description Namespaces of the claims. */
        namespace?: string[];
        /** @description Names of StorageClasses. */
        storage_class?: string[];
        /** @description Phases. */
        phase?: ('Pending' | 'Available' | 'Bound' | 'Released' | 'Failed')[];
        /** @description Whether a PersistentVolumeClaim is bound to it. */
        claimed?: boolean;
        /** @description Minimum price per hour. */
        min_cost_hourly?: string;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['PersistentVolume'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFound'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getPersistentVolume: {
    parameters: {
      query?: {
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'all';
      };
      header?: never;
      path: {
        /** @description The `id` of the volume. */
        uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['PersistentVolume'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['NotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listWorkloads: {
    parameters: {
      query?: {
        /** @description Ids of clusters; without it, every cluster that the key may read. */
        cluster_id?: string[];
        /** @description Names of namespaces. */
        namespace?: string[];
        /** @description Kinds of workloads. */
        kind?: ('Deployment' | 'StatefulSet' | 'DaemonSet')[];
        /** @description Whether a HorizontalPodAutoscaler scales it. */
        has_hpa?: boolean;
        /** @description Comma-separated names of teams that own it, directly or through its namespace. */
        team?: string[];
        /** @description Comma-separated names of departments whose teams own it. */
        department?: string[];
        /** @description Minimum run rate per hour over the basis. */
        min_cost_hourly?: string;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Workload'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursor'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listClusterWorkloads: {
    parameters: {
      query?: {
        /** @description Names of namespaces. */
        namespace?: string[];
        /** @description Kinds of workloads. */
        kind?: ('Deployment' | 'StatefulSet' | 'DaemonSet')[];
        /** @description Whether a HorizontalPodAutoscaler scales it. */
        has_hpa?: boolean;
        /** @description Comma-separated names of teams that own it, directly or through its namespace. */
        team?: string[];
        /** @description Comma-separated names of departments whose teams own it. */
        department?: string[];
        /** @description Minimum run rate per hour over the basis. */
        min_cost_hourly?: string;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description The id of the cluster. */
        cluster_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Workload'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursorOrInvalidClusterId'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['ClusterNotFound'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  getWorkload: {
    parameters: {
      query?: {
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description Kubernetes uid of the workload. */
        workload_uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            data: components['schemas']['Workload'];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['WorkloadNotFound'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
  listWorkloadPods: {
    parameters: {
      query?: {
        /** @description Names of namespaces. Matches nothing unless the workload's namespace is one of them. */
        namespace?: string[];
        /** @description Kubernetes uids of nodes that the pods run on. */
        node_uid?: string[];
        /** @description Phases. */
        phase?: ('Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown')[];
        /** @description Quality-of-service classes. */
        qos_class?: ('Guaranteed' | 'Burstable' | 'BestEffort')[];
        /** @description Whether the pod mounts a hostPath volume. */
        has_hostpath?: boolean;
        /** @description Whether the pod has an ephemeral local volume. */
        has_emptydir?: boolean;
        /** @description Whether the pod uses the host network. */
        host_network?: boolean;
        /** @description Maximum number of rows per page. */
        limit?: number;
        /** @description `next_cursor` of the previous page, unchanged; empty for the first page. */
        cursor?: string;
        /** @description Adds `meta.pagination.total_count`. */
        include_total?: boolean;
        /** @description `workload_only`: direct cost; `fully_loaded`: plus its share of idle and overhead. */
        cost_mode?: 'fully_loaded' | 'workload_only';
        /** @description Components that are summed: `legacy`, compute only; `all`, every one that can be computed. */
        basis?: 'legacy' | 'all';
      };
      header?: never;
      path: {
        /** @description Kubernetes uid of the workload. */
        workload_uid: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description One entry per resource. */
            data: components['schemas']['Pod'][];
            /** @description Metadata of the response. */
            meta: {
              /** @description Id of the request in logs, as in the header X-Request-ID. */
              request_id: string;
              /**
               * Format: date-time
               * @description Time of the response.
               */
              applied_at: string;
              pagination: components['schemas']['Pagination'];
              /**
               * @description The cost mode of the figures.
               * @enum {string}
               */
              cost_mode: 'fully_loaded' | 'workload_only';
              /**
               * @description The components that the figures sum.
               * @enum {string}
               */
              basis: 'legacy' | 'all';
            };
          };
        };
      };
      /** @description Not modified: `If-None-Match` has the current `ETag`. Without a body. */
      304: {
        headers: {
          'X-Request-ID': components['headers']['X-Request-ID'];
          ETag: components['headers']['ETag'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequestOrInvalidCursor'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['ForbiddenOrClusterAccessDenied'];
      404: components['responses']['WorkloadNotFound'];
      410: components['responses']['CursorExpired'];
      414: components['responses']['URITooLong'];
      422: components['responses']['ValidationErrorOrInvalidCostMode'];
      429: components['responses']['RateLimited'];
      500: components['responses']['InternalError'];
      503: components['responses']['RateLimitUnavailableOrServiceUnavailable'];
    };
  };
}
