-- Makes a login that can read what the dashboard of the fleet's cost shows, of one organization.
-- Run it as a user that has CREATEROLE and is a member of costplane_owner:
--
--   psql "$DATABASE_URL" --set=reader=grafana_acme --set=password=... \
--     --set=organization=0d9c1f5e-... --file=reader.sql
--
-- The login is no member of costplane_api, whose organization is a setting of the session that the
-- session itself may change. What it sees is in the policies below, and nothing that it can say
-- changes them. To remove it: drop owned by grafana_acme; drop role grafana_acme;
begin;

create role :"reader" login password :'password';
alter role :"reader" set default_transaction_read_only = on;
alter role :"reader" set statement_timeout = '60s';
alter role :"reader" set "TimeZone" = 'UTC';
grant connect on database :"DBNAME" to :"reader";

set local role costplane_owner;
grant usage on schema costplane to :"reader";

grant select on costplane.organizations to :"reader";
create policy :"reader" on costplane.organizations for select to :"reader"
  using (id = :'organization');

grant select on costplane.clusters to :"reader";
create policy :"reader" on costplane.clusters for select to :"reader"
  using (organization_id = :'organization');

grant select on costplane.cluster_days to :"reader";
create policy :"reader" on costplane.cluster_days for select to :"reader"
  using (organization_id = :'organization');

grant select on costplane.namespace_days to :"reader";
create policy :"reader" on costplane.namespace_days for select to :"reader"
  using (organization_id = :'organization');

grant select on costplane.workload_days to :"reader";
create policy :"reader" on costplane.workload_days for select to :"reader"
  using (organization_id = :'organization');

grant select on costplane.owner_descriptions to :"reader";
create policy :"reader" on costplane.owner_descriptions for select to :"reader"
  using (organization_id = :'organization');

grant select on costplane.recommendations to :"reader";
create policy :"reader" on costplane.recommendations for select to :"reader"
  using (organization_id = :'organization');

commit;
