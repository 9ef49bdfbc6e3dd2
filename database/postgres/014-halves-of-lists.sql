-- The two halves of a list as separate views: Postgres reads the halves of one view completely before it sorts them, but stops two separate ones,
-- each with its own order and limit, after a page. The query also passes the organisation as a value, so that the planner knows how many rows to
-- expect. The condition here still enforces the policy.

drop view airlock.audit_in_sight, airlock.users_in_sight, airlock.groups_in_sight, airlock.organisations_in_sight, airlock.solutions_in_sight;

create procedure airlock.in_halves(target regclass, looks text, owned_by text default 'organisation_id', condition text default 'true')
  language plpgsql
  as $$
declare
  name text := (select relname from pg_class where oid = target);
begin
  execute format(
    'create view airlock.own_%1$s as select id, %2$s as owner, %3$s from %4$s where %2$s = (select airlock.current_organisation()) and %5$s',
    name, owned_by, looks, target, condition);
  execute format('grant select on airlock.own_%s to airlock_app', name);
  if exists (select from pg_attribute where attrelid = target and attname = 'managed_by') then
    execute format(
      'create view airlock.managed_%s as select id, managed_by as owner, %s from %s where managed_by = (select airlock.current_organisation()) and %s',
      name, looks, target, condition);
    execute format('grant select on airlock.managed_%s to airlock_app', name);
  end if;
end
$$;
comment on procedure airlock.in_halves is 'Views own_<table> and managed_<table>: what a list is found by. Run as their owner, with the condition of the lock.';

call airlock.in_halves('users',
  'organisation_id, type, status, lower(name) as name, lower(first_name) as first_name, lower(email) as email,'
  ' coalesce(last_login_at, ''-infinity''::timestamptz) as last_login, lower(first_name || '' '' || name || '' '' || email) as search');
call airlock.in_halves('groups',
  'organisation_id, lower(name) as name, lower(description) as description, code, lower(name || '' '' || description) as search');
call airlock.in_halves('organisations', 'lower(name) as name, code, lower(name || '' '' || code) as search', owned_by => 'id');
call airlock.in_halves('solutions',
  'group_id, lower(name) as name, lower(description) as description, updated_at, lower(name || '' '' || description) as search',
  condition => 'deleted_at is null');
call airlock.in_halves('audit_entries',
  'at, actor_id, noun, record_id, change,'
  ' lower(record_name || '' '' || actor_name || '' '' || noun || '' '' || coalesce(correlation_id, '''')) as search');

revoke execute on all routines in schema airlock from public;
