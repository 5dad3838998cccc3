// One file, so that one process ingests the snapshots for all of them.
import './inventory/clusters.ts';
import './inventory/namespaces.ts';
import './inventory/node-groups.ts';
import './inventory/nodes.ts';
import './inventory/owners.ts';
import './inventory/pods.ts';
import './inventory/workloads.ts';
