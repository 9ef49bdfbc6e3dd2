-- A search uses both halves of a list at once: matches are found in one index over all organisations, and two halves would search it twice. As with
-- the halves, the views run as their owner, with the condition of the policy.

create procedure airlock.in_sight(target regclass, looks text, owned_by text default 'organisation_id')
  language plpgsql
  as $$
declare
  name text := (select relname from pg_class where oid = target);
begin
  execute format(
    'create view airlock.all_%1$s as select id, %2$s as owner, managed_by as manager, %3$s from %4$s'
    ' where %2$s = (select airlock.current_organisation()) or managed_by = (select airlock.current_organisation())',
    name, owned_by, looks, target);
  execute format('grant select on airlock.all_%s to airlock_app', name);
end
$$;
comment on procedure airlock.in_sight is 'View all_<table>: both halves of a list, for searches. Runs as its owner, with the condition of the lock.';

call airlock.in_sight('users',
  'organisation_id, type, status, lower(name) as name, lower(first_name) as first_name, lower(email) as email,'
  ' coalesce(last_login_at, ''-infinity''::timestamptz) as last_login, lower(first_name || '' '' || name || '' '' || email) as search');
call airlock.in_sight('groups',
  'organisation_id, lower(name) as name, lower(description) as description, code, lower(name || '' '' || description) as search');
call airlock.in_sight('organisations', 'lower(name) as name, code, lower(name || '' '' || code) as search', owned_by => 'id');
call airlock.in_sight('audit_entries',
  'at, actor_id, noun, record_id, change,'
  ' lower(record_name || '' '' || actor_name || '' '' || noun || '' '' || coalesce(correlation_id, '''')) as search');

revoke execute on all routines in schema airlock from public;
