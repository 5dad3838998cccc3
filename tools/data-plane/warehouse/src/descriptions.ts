/** What a row of each table is, in a sentence. */
export const tableDescriptions: Readonly<Record<string, string>> = {
  organizations: 'A tenant: everything else belongs to one.',
  api_keys: 'An API key: its SHA-256, never the key, with its scopes, clusters and quota.',
  agent_tokens: 'The token of the agent of a cluster: its SHA-256, never the token.',
  organization_homes:
    'Of an organization that is on another database, which one that is: the directory, on the default database alone.',
  credential_homes:
    'The SHA-256 of a key or an agent token of such an organization, by which its home is found.',
  versions:
    'Changes with what the service reads: of a cluster, of an organization, or of everything.',
  settings: 'A setting that every process shares: the secret that signs cursors.',

  clusters: 'A cluster as it is now: metadata, capacity, use and run rate.',
  snapshots: 'A snapshot that was applied, so that one that is sent again changes nothing.',
  namespaces: 'A namespace as it is now, with the sums over what runs in it.',
  workloads: 'Whatever owns pods, as it is now, with the sums over its pods.',
  pods: 'A pod as it is now.',
  containers: 'A container of a pod as it is now.',
  nodes: 'A node as it is now, with its price per hour.',
  persistent_volumes: 'A volume as it is now, with who claims it.',
  recommendations: 'What the rightsizing engine says of a workload, and what became of it.',

  departments: 'A department, from a person or from a label.',
  teams: 'A team, from a person or from a label, with its department.',
  team_assignments:
    'What people and labels assign: a workload or namespace to a team, by a weight.',
  workload_teams: 'Which team owns which workload after every rule; derived from team_assignments.',
  former_ranks:
    'The ranks of a list before a statement changed them, for a quarter of an hour: what keeps the order of its pages.',

  assignment_figures:
    'What is assigned to the same teams by the same weights costs and counts, in a cluster; derived.',

  cluster_hours:
    'A cluster in an hour: the sums over all owners, what is unallocated, the time accounted for.',
  cluster_days: 'A cluster on a day: as cluster_hours, with who it was.',
  namespace_hours: 'A namespace in an hour: the sums over its owners.',
  namespace_days: 'A namespace on a day: the sums over its owners.',
  workload_hours:
    'An owner in an hour, as it was described: a workload, or a namespace itself, which has what none of its workloads owns.',
  workload_days: 'An owner on a day: as workload_hours.',
  node_hours: 'A node in an hour: what its pods bear of its price, and what nobody does.',
  node_days: 'A node on a day: as node_hours, with who it was.',
  container_days: 'A container of a pod on a day, with its owner and its node.',
  cluster_periods:
    'A cluster over a closed month, a quarter of one, or the closed days of the present quarter: the sums of cluster_days. Where it has no row, no table has the sums of the period.',
  namespace_periods: 'A namespace over such a period: the sums of namespace_days.',
  workload_periods: 'An owner over such a period, as it was described: the sums of workload_days.',
  node_periods: 'A node over such a period, as it was described: the sums of node_days.',
  container_periods: 'A container over such a period: the sums of container_days.',
  owner_descriptions:
    'An owner as it was: kind, namespace, name, labels, annotations, teams; a change is another row.',

  archived_months:
    'A month whose history was moved to a folder or bucket by costplane archive, and is said to be there.',
  pending_increments:
    'What a report adds to the ledger, until it is folded into the rows of hours and days.',

  price_books: 'A price book as it was given, for an organization or for all that have none.',
  priced_items: 'What has a price: a machine with its room, a volume of a class and size.',
  quantity_hours: 'What an owner had of a priced item in an hour, so that it can be priced anew.',
  node_quantity_hours:
    'What ran on a node in an hour had of its priced item, so that it can be priced anew.',
  usage_minutes: 'A minute of what the containers of a cluster used, for the rightsizing engine.',
  usage_histograms:
    'How often a container of a workload used how much, older samples counting less.',
};
