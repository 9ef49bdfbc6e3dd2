-- Starter roles: Designer, Engineer and others that every organisation starts with. They are defined in the contract
-- (packages/contract/src/starter-roles.ts), so the api passes them here. An organisation gets them once, and may delete them.

create table airlock.starter_roles_due (
  organisation_id text primary key references organisations (id) on delete cascade
);
comment on table airlock.starter_roles_due is
  'Organisations from before starter roles, and the first one: the next start of the api adds the roles. Only airlock.add_starter_roles reads and writes it.';
insert into airlock.starter_roles_due (organisation_id) select id from organisations;

-- `new_roles` is a list of objects with id, name, description, code and permissions. A role whose name already exists in the organisation, in any
-- case, is skipped. Returns the organisation, or null if none is due. The api calls it until then.
create function airlock.add_starter_roles(new_roles jsonb) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  served text;
  new_role record;
  free_code text;
  attempt integer;
begin
  select organisation_id into served from airlock.starter_roles_due order by organisation_id limit 1 for update skip locked;
  if served is null then
    return null;
  end if;
  -- The same lock as in the api before it chooses the code of a role.
  perform pg_advisory_xact_lock(hashtextextended('codes of roles ' || served, 0));
  for new_role in
    select * from jsonb_to_recordset(new_roles) as r (id text, name text, description text, code text, permissions text[])
  loop
    continue when exists (select from roles r where r.organisation_id = served and lower(r.name) = lower(new_role.name));
    free_code := new_role.code;
    attempt := 1;
    while exists (select from roles r where r.organisation_id = served and r.code = free_code) loop
      attempt := attempt + 1;
      free_code := new_role.code || attempt;
    end loop;
    insert into roles (id, organisation_id, name, description, code, permissions)
      values (new_role.id, served, new_role.name, new_role.description, free_code, new_role.permissions);
  end loop;
  delete from airlock.starter_roles_due where organisation_id = served;
  return served;
end
$$;
comment on function airlock.add_starter_roles is 'Gives one organisation that is due its starter roles and returns it; null when none is due.';

-- The first organisation is created in SQL, from configuration.
create function airlock.starter_roles_of_first() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  insert into airlock.starter_roles_due (organisation_id) values (new.id);
  return null;
end
$$;
create trigger starter_roles after insert on organisations
  for each row when (new.managed_by is null) execute function airlock.starter_roles_of_first();

-- Unchanged starter roles do not count as content: a new organisation is deleted without confirmation. They are created in the transaction of their
-- organisation, so both have the same time.
create or replace function airlock.organisation_holdings(of_organisation text)
  returns table (
    users integer, system_accounts integer, keys integer, groups integer, roles integer,
    solutions integer, versions integer, serving_versions integer,
    datasources integer, predictions integer, experiments integer
  )
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select
      (select count(*)::integer from users where organisation_id = o.id and type = 'User'),
      (select count(*)::integer from users where organisation_id = o.id and type = 'System account'),
      (select count(*)::integer from keys where organisation_id = o.id and revoked_at is null),
      (select count(*)::integer from groups where organisation_id = o.id and code <> 'ADMI'),
      (
        select count(*)::integer from roles r
        where r.organisation_id = o.id and r.code <> 'ADMI' and not (r.created_at = o.created_at and r.revision = 1)
      ),
      (select count(*)::integer from solutions where organisation_id = o.id and deleted_at is null),
      (select count(*)::integer from versions where organisation_id = o.id and deleted_at is null),
      (select count(*)::integer from versions where organisation_id = o.id and deleted_at is null and desired = 'serving'),
      (select count(*)::integer from datasources where organisation_id = o.id),
      (select count(*)::integer from predictions where organisation_id = o.id),
      (select count(*)::integer from experiments where organisation_id = o.id)
    from organisations o
    where o.id = of_organisation
      and airlock.current_organisation() in (o.id, o.managed_by)
  $$;

revoke execute on function airlock.add_starter_roles, airlock.starter_roles_of_first from public;
grant execute on function airlock.add_starter_roles to airlock_app;
