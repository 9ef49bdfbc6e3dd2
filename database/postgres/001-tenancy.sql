-- Tenancy: row-level security, the second check after the action table.
--
-- Every transaction of the product sets its organisation and user:
--   select set_config('airlock.organisation', $1, true), set_config('airlock.user', $2, true);
-- A transaction that does not can neither see nor write rows.
--
-- The operator creates two database roles before the first migration:
--   airlock_owner  owns the schema, bypasses row-level security, and is used for migrations only;
--   airlock_app    used by the api and the worker: NOSUPERUSER, NOBYPASSRLS, owns nothing.

do $$
begin
  if not exists (select from pg_roles where rolname = 'airlock_app' and not rolbypassrls and not rolsuper) then
    raise exception 'Create the role airlock_app first: LOGIN NOSUPERUSER NOBYPASSRLS.';
  end if;
  if not exists (select from pg_roles where rolname = current_user and (rolbypassrls or rolsuper)) then
    raise exception 'Migrations must run as a role with BYPASSRLS: its sign-in functions look across organisations.';
  end if;
end
$$;

-- Only migrations may create objects in the schema.
revoke all on schema public from public;
grant usage on schema public to airlock_app;

create schema airlock;
comment on schema airlock is 'Functions that the schema itself needs: who is asking, and the narrow doors of signing in.';
grant usage on schema airlock to airlock_app;

create function airlock.current_organisation() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('airlock.organisation', true), '') $$;
comment on function airlock.current_organisation is 'The organisation that this transaction works for; null sees nothing.';

create function airlock.current_user_id() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('airlock.user', true), '') $$;
comment on function airlock.current_user_id is 'The user who asked; null for a job.';

-- User and time of changes on every table, and the revision for optimistic concurrency control. A change of only the columns in the trigger's
-- arguments is not an edit by a user and does not change the revision.
create function airlock.stamp() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := coalesce(new.created_by, airlock.current_user_id());
    new.updated_by := new.created_by;
    new.updated_at := new.created_at;
    new.revision := 1;
  else
    new.created_at := old.created_at;
    new.created_by := old.created_by;
    new.updated_at := old.updated_at;
    new.updated_by := old.updated_by;
    new.revision := old.revision;
    if tg_nargs = 0 or to_jsonb(new) - tg_argv is distinct from to_jsonb(old) - tg_argv then
      new.updated_at := now();
      new.updated_by := airlock.current_user_id();
      new.revision := old.revision + 1;
    end if;
  end if;
  return new;
end
$$;

-- The definition of every table ends with one of the two calls below; migrations fail if one is missing.

create procedure airlock.belongs_to_organisation(target regclass)
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  -- The inner select makes the planner evaluate it once per statement instead of once per row.
  execute format(
    'create policy own_organisation on %s using (organisation_id = (select airlock.current_organisation()))'
    ' with check (organisation_id = (select airlock.current_organisation()))', target);
  execute format('grant select, insert, update, delete on %s to airlock_app', target);
end
$$;
comment on procedure airlock.belongs_to_organisation is 'Rows that only their own organisation sees: what it decides with.';

create procedure airlock.belongs_to_managed_organisation(target regclass)
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy managed_organisation on %s using (organisation_id = (select airlock.current_organisation())'
    ' or organisation_id in (select id from organisations where managed_by = (select airlock.current_organisation())))', target);
  execute format('grant select, insert, update, delete on %s to airlock_app', target);
end
$$;
comment on procedure airlock.belongs_to_managed_organisation is
  'Rows that their own organisation and the one that manages it see: people, roles and groups.';

create procedure airlock.stamped(target regclass, variadic no_edit text[] default '{}')
  language plpgsql
  as $$
begin
  execute format(
    'create trigger stamp before insert or update on %s for each row execute function airlock.stamp(%s)',
    target, (select string_agg(quote_literal(name), ', ') from unnest(no_edit) as name));
end
$$;

create view airlock.unlocked_tables as
  select c.oid::regclass::text as name
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p')
    and not (c.relrowsecurity and c.relforcerowsecurity
      and exists (select from pg_policy p where p.polrelid = c.oid));
comment on view airlock.unlocked_tables is 'Tables that forgot their lock. Always empty; migrations and tests check it.';
