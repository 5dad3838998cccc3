-- Creates a login that can read the data of the dashboard "Fleet cost" for one organization.
-- Run it as a user that has CREATEROLE and is a member of costplane_owner:
--
--   psql "$DATABASE_URL" --set=reader=grafana_acme --set=password=... \
--     --set=organization=0d9c1f5e-... --file=reader.sql
--
-- The login is not a member of costplane_api, because sessions of that role can change the setting that selects
-- the organization. The policies below define what the login sees, and it cannot change them.
-- To remove it: drop owned by grafana_acme; drop role grafana_acme;
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
