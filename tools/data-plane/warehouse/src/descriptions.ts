/** The content of a row of each table, in one sentence. */
export const tableDescriptions: Readonly<Record<string, string>> = {
  organizations: 'A tenant, to which all other data belongs.',
  api_keys:
    'An API key with its scopes, clusters and quota. Stores the SHA-256 of the key, never the ' +
    'key.',
  agent_tokens: "The token of a cluster's agent. Stores the SHA-256 of the token, never the token.",
  organization_homes:
    'The database of an organization that is not on the default one. Only filled on the default ' +
    'database.',
  credential_homes:
    'The SHA-256 of a key or agent token of such an organization, to find its database.',
  versions:
    'A version that changes with the data that the service reads: of a cluster, an organization, ' +
    'or everything.',
  settings: 'A setting that all processes share: the secret that signs cursors.',

  clusters: 'The current state of a cluster: metadata, capacity, usage and run rate.',
  snapshots: 'A snapshot that was applied, so that sending it again changes nothing.',
  namespaces: 'The current state of a namespace, with the sums over its pods and volumes.',
  workloads:
    'The current state of a workload (anything that owns pods), with the sums over its pods.',
  pods: 'The current state of a pod.',
  containers: "The current state of a pod's container.",
  nodes: 'The current state of a node, with its price per hour.',
  persistent_volumes: 'The current state of a volume, with its claim.',
  recommendations: 'A recommendation of the rightsizing engine for a workload, with its status.',

  departments: 'A department, created by a person or from a label.',
  teams: 'A team, created by a person or from a label, with its department.',
  team_assignments:
    'An assignment of a workload or namespace to a team with a weight, by a person or from a ' +
    'label.',
  workload_teams:
    'A workload and a team that owns it after all rules are applied; derived from ' +
    'team_assignments.',
  former_ranks:
    'The ranks of list rows before a statement changed them, kept for 15 minutes to preserve the ' +
    'order of pages.',

  assignment_figures:
    'Costs and counts of everything in a cluster that is assigned to the same teams with the ' +
    'same weights; derived.',

  cluster_hours:
    'A cluster in an hour: the sums over all owners, unallocated cost, and the time with data.',
  cluster_days: 'A cluster on a day: like cluster_hours, with its metadata of the day.',
  namespace_hours: 'A namespace in an hour: the sums over its owners.',
  namespace_days: 'A namespace on a day: the sums over its owners.',
  workload_hours:
    'An owner in an hour, by description: a workload, or a namespace for everything without a ' +
    'workload.',
  workload_days: 'An owner on a day: like workload_hours.',
  node_hours: 'A node in an hour: the parts of its price that are charged to pods, and the rest.',
  node_days: 'A node on a day: like node_hours, with its metadata of the day.',
  container_days: 'A container of a pod on a day, with its owner and its node.',
  cluster_periods:
    'A cluster over a closed month, a quarter of a month or half of one, or the closed days of the ' +
    'current quarter: the sums of cluster_days. Without a row here, no table has the sums of the period.',
  namespace_periods: 'A namespace over such a period: the sums of namespace_days.',
  workload_periods: 'An owner over such a period, by description: the sums of workload_days.',
  node_periods: 'A node over such a period, by description: the sums of node_days.',
  container_periods: 'A container over such a period: the sums of container_days.',
  owner_descriptions:
    'A description of an owner: kind, namespace, name, labels, annotations, teams; a change adds ' +
    'a row.',

  archived_months: 'A month whose history costplane archive has moved to a folder or bucket.',
  pending_increments:
    'The ledger rows of a report that are not yet added to the hourly and daily tables.',

  price_books: 'A price book as it was set, for one organization or for all without their own.',
  priced_items:
    'An item with a price: a machine with its capacity, or a volume of a class and size.',
  quantity_hours: "An owner's quantity of a priced item in an hour, for repricing.",
  node_quantity_hours:
    "The quantity of a node's priced item that its pods used in an hour, for repricing.",
  usage_minutes: 'The container usage of a cluster in one minute, for the rightsizing engine.',
  usage_histograms: "A histogram of a container's usage, with less weight for older samples.",
};
