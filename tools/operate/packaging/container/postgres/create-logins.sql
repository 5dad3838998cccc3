-- Run once on an empty PostgreSQL server as its administrator. Creates a login for each component of Costplane, with only
-- the roles that it needs. `costplane migrate` creates the tables.
\getenv admin_password COSTPLANE_ADMIN_PASSWORD
\getenv receiver_password COSTPLANE_RECEIVER_PASSWORD
\getenv service_password COSTPLANE_SERVICE_PASSWORD

create role costplane_owner nologin;
create role costplane_ingest nologin;
create role costplane_api nologin;

create role costplane_admin login password :'admin_password'
  in role costplane_owner, costplane_ingest, costplane_api;
create role costplane_receiver login password :'receiver_password' in role costplane_ingest;
create role costplane_service login password :'service_password' in role costplane_api;

-- Whoever is no superuser must be a member of the role to create a database for it.
grant costplane_admin to current_user;
create database costplane owner costplane_admin;
revoke connect, temporary on database costplane from public;
grant temporary on database costplane to costplane_owner, costplane_ingest;
grant connect on database costplane to costplane_receiver;
grant connect on database costplane to costplane_service;

-- PostgreSQL allows every user to connect to every database and to create large objects.
revoke connect on database postgres, template1 from public;
\connect costplane
revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public;
