-- Lists that stay fast when they are long: 100,000 users cost the same as 1,000.
--
-- Users see the rows of their own organisation and, of users, roles and groups, those of the organisations that it manages. A list is found in a view
-- of two halves, one for each, so that Postgres reads both in the requested order, merges them, and stops at the end of the page. Every order has an
-- index for each half.
--
-- The views run as their owner, without row-level security but with the same condition as the policies: under a policy Postgres cannot use an index
-- for a search or for the start of a page, because an operator could leak rows that are not visible. They return ids and the columns for sorting and
-- searching. The rows are then loaded with row-level security.

-- The organisation that manages the row's own, denormalised so that an index can start with it.
alter table users add column managed_by text;
alter table groups add column managed_by text;

create function airlock.know_manager() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  select o.managed_by into new.managed_by from organisations o where o.id = new.organisation_id;
  return new;
end
$$;
create trigger know_manager before insert or update of organisation_id, managed_by on users
  for each row execute function airlock.know_manager();
create trigger know_manager before insert or update of organisation_id, managed_by on groups
  for each row execute function airlock.know_manager();
-- The triggers of the ADMI group and of stamps must not run for this.
alter table users disable trigger user;
alter table groups disable trigger user;
update users u set managed_by = o.managed_by from organisations o where o.id = u.organisation_id;
update groups g set managed_by = o.managed_by from organisations o where o.id = g.organisation_id;
alter table users enable trigger user;
alter table groups enable trigger user;

create function airlock.keep_manager() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'An organisation stays with the one that manages it.' using errcode = 'AL011';
end
$$;
create trigger keep_manager before update of managed_by on organisations
  for each row when (new.managed_by is distinct from old.managed_by) execute function airlock.keep_manager();

-- A solution may belong to a group. If the group is deleted, the solution belongs to the organisation.
alter table solutions add column group_id text;
alter table solutions add foreign key (organisation_id, group_id) references groups (organisation_id, id) on delete set null (group_id);
create index on solutions (group_id) where group_id is not null;

call airlock.audited('users', unnoticed => '{last_login_at,dashboard,managed_by}');
call airlock.audited('groups', unnoticed => '{managed_by}');
call airlock.audited('solutions');

-- The same policies, but cheaper: for a page of rows, they check the organisation of each row instead of listing all managed organisations.
alter policy managed_organisation on users
  using (organisation_id = (select airlock.current_organisation()) or managed_by = (select airlock.current_organisation()));
alter policy managed_organisation on groups
  using (organisation_id = (select airlock.current_organisation()) or managed_by = (select airlock.current_organisation()));

create or replace procedure airlock.belongs_to_managed_organisation(target regclass)
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('drop policy if exists managed_organisation on %s', target);
  execute format(
    'create policy managed_organisation on %1$s using (organisation_id = (select airlock.current_organisation())'
    ' or exists (select from organisations o where o.id = %1$s.organisation_id and o.managed_by = (select airlock.current_organisation())))', target);
  execute format('grant select, insert, update, delete on %s to airlock_app', target);
end
$$;
call airlock.belongs_to_managed_organisation('activation_keys');
call airlock.belongs_to_managed_organisation('roles');
call airlock.belongs_to_managed_organisation('user_roles');
call airlock.belongs_to_managed_organisation('group_members');
call airlock.belongs_to_managed_organisation('group_roles');
call airlock.belongs_to_managed_organisation('keys');

-- Indexes for both halves of a list: one per order, with ids as tie-breakers.
create procedure airlock.listed(target regclass, variadic orders text[])
  language plpgsql
  as $$
declare
  expression text;
  half text;
begin
  foreach half in array array['organisation_id', 'managed_by'] loop
    if exists (select from pg_attribute where attrelid = target and attname = half and not attisdropped) then
      foreach expression in array orders loop
        execute format('create index on %s (%s, (%s), id)', target, half, expression);
      end loop;
    end if;
  end loop;
end
$$;

drop index users_organisation_id_lower_id_idx, users_lower_id_idx, groups_organisation_id_lower_id_idx, organisations_managed_by_lower_id_idx;

-- Ids are in the order of creation; (organisation_id, id) is already unique.
create index on users (managed_by, id);
create index on groups (managed_by, id);
create index on organisations (managed_by, id);

call airlock.listed(
  'users', 'lower(name)', 'lower(first_name)', 'lower(email)', 'type', 'status', $$coalesce(last_login_at, '-infinity'::timestamptz)$$);
create index users_search on users using gin (lower(first_name || ' ' || name || ' ' || email) gin_trgm_ops);

call airlock.listed('groups', 'lower(name)', 'lower(description)', 'code');
create index groups_search on groups using gin (lower(name || ' ' || description) gin_trgm_ops);

call airlock.listed('organisations', 'lower(name)', 'code');
create index organisations_search on organisations using gin (lower(name || ' ' || code) gin_trgm_ops);

create index on solutions (organisation_id, lower(description), id) where deleted_at is null;
create index on solutions (organisation_id, updated_at, id) where deleted_at is null;
create index on solutions (organisation_id, id) where deleted_at is null;
create index solutions_search on solutions using gin (lower(name || ' ' || description) gin_trgm_ops) where deleted_at is null;

create view airlock.users_in_sight as
  select id, organisation_id, type, status, lower(name) as name, lower(first_name) as first_name, lower(email) as email,
    coalesce(last_login_at, '-infinity'::timestamptz) as last_login, lower(first_name || ' ' || name || ' ' || email) as search
  from users
  where organisation_id = (select airlock.current_organisation())
  union all
  select id, organisation_id, type, status, lower(name), lower(first_name), lower(email),
    coalesce(last_login_at, '-infinity'::timestamptz), lower(first_name || ' ' || name || ' ' || email)
  from users
  where managed_by = (select airlock.current_organisation());

create view airlock.groups_in_sight as
  select id, organisation_id, lower(name) as name, lower(description) as description, code, lower(name || ' ' || description) as search
  from groups
  where organisation_id = (select airlock.current_organisation())
  union all
  select id, organisation_id, lower(name), lower(description), code, lower(name || ' ' || description)
  from groups
  where managed_by = (select airlock.current_organisation());

create view airlock.organisations_in_sight as
  select id, lower(name) as name, code, lower(name || ' ' || code) as search
  from organisations
  where id = (select airlock.current_organisation())
  union all
  select id, lower(name), code, lower(name || ' ' || code)
  from organisations
  where managed_by = (select airlock.current_organisation());

create view airlock.solutions_in_sight as
  select id, group_id, lower(name) as name, lower(description) as description, updated_at, lower(name || ' ' || description) as search
  from solutions
  where organisation_id = (select airlock.current_organisation()) and deleted_at is null;

grant select on airlock.users_in_sight, airlock.groups_in_sight, airlock.organisations_in_sight, airlock.solutions_in_sight to airlock_app;
revoke execute on all routines in schema airlock from public;
