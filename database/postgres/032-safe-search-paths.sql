-- A SECURITY DEFINER function runs as the owner, without row-level security. Unless its search path names pg_temp last, Postgres looks for tables in
-- the caller's temporary schema first, so a caller could create a table with a trigger there that shadows the real one, and the trigger would run as
-- the owner. See "Writing SECURITY DEFINER Functions Safely" in the Postgres documentation.

-- Only names of pg_catalog are resolved implicitly. Everything of the product that is not in public is written with its schema.
do $$
declare
  routine regprocedure;
begin
  for routine in
    select p.oid from pg_proc p where p.prosecdef and p.proowner = (select nspowner from pg_namespace where nspname = 'airlock')
  loop
    execute format('alter routine %s set search_path = pg_catalog, public, pg_temp', routine);
  end loop;
end
$$;

create view airlock.unsafe_functions as
  select p.oid::regprocedure::text as name
  from pg_proc p
  where p.prosecdef
    and p.proowner = (select nspowner from pg_namespace where nspname = 'airlock')
    and not coalesce(p.proconfig @> '{"search_path=pg_catalog, public, pg_temp"}', false);
comment on view airlock.unsafe_functions is
  'SECURITY DEFINER functions without `set search_path = pg_catalog, public, pg_temp`. Always empty; migrations and tests check it.';

-- The product creates no temporary tables, so its roles do not need the privilege. Only the database's owner can revoke it: for any other role this
-- statement only causes a warning, and deploy/postgres/roles.sql has it too.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end
$$;
