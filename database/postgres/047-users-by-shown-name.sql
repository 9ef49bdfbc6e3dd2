-- Users sorted by displayed name: first name, then last name; a system account by its name.

call airlock.listed('users', $$lower(ltrim(first_name || ' ' || name))$$);

-- A replaced view keeps the order of its columns; a new one is appended.
create or replace view airlock.own_users as
  select id, organisation_id as owner, organisation_id, type, status, lower(name) as name, lower(first_name) as first_name,
    lower(email) as email, coalesce(last_login_at, '-infinity'::timestamptz) as last_login,
    lower(first_name || ' ' || name || ' ' || email) as search, lower(ltrim(first_name || ' ' || name)) as full_name
  from users
  where organisation_id = (select airlock.current_organisation()) and true;
create or replace view airlock.managed_users as
  select id, managed_by as owner, organisation_id, type, status, lower(name) as name, lower(first_name) as first_name,
    lower(email) as email, coalesce(last_login_at, '-infinity'::timestamptz) as last_login,
    lower(first_name || ' ' || name || ' ' || email) as search, lower(ltrim(first_name || ' ' || name)) as full_name
  from users
  where managed_by = (select airlock.current_organisation()) and true;
create or replace view airlock.all_users as
  select id, organisation_id as owner, managed_by as manager, organisation_id, type, status, lower(name) as name,
    lower(first_name) as first_name, lower(email) as email, coalesce(last_login_at, '-infinity'::timestamptz) as last_login,
    lower(first_name || ' ' || name || ' ' || email) as search, lower(ltrim(first_name || ' ' || name)) as full_name
  from users
  where organisation_id = (select airlock.current_organisation()) or managed_by = (select airlock.current_organisation());
