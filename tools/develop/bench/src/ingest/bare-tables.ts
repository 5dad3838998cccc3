/** Where the floor of an ingest puts what a snapshot says: without keys. */
export const bareTablesSql = `
  create table public.bare_nodes (
    name text, uid uuid, instance_type text, region text, zone text, capacity_type text,
    node_group text, architecture text, os text, kubelet_version text,
    cpu_capacity_cores numeric, cpu_allocatable numeric, memory_capacity_bytes bigint,
    memory_allocatable bigint, pod_allocatable integer, cpu_usage_cores numeric,
    memory_usage_bytes bigint, ready boolean, unschedulable boolean, labels jsonb,
    creation_timestamp bigint);
  create table public.bare_pods (
    name text, uid uuid, namespace text, node_name text, phase text, owner_kind text,
    owner_name text, owner_uid uuid, labels jsonb, creation_timestamp bigint, qos_class text,
    service_account_name text, pod_ip text, host_ip text, host_network boolean);
  create table public.bare_containers (
    uid uuid, name text, image text, ready boolean, state text, restart_count integer,
    cpu_request_cores numeric, cpu_limit_cores numeric, cpu_usage_cores numeric,
    memory_request_bytes bigint, memory_limit_bytes bigint, memory_usage_bytes bigint)`;
