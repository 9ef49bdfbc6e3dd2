-- A signed-in user may execute a version with their own token. The api records it, as it records test executions.

create or replace function airlock.record_access(of_noun text, of_record text, of_name text, of_change text, details jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  if (of_noun, of_change) not in (
      ('execution', 'read'), ('export', 'downloaded'), ('audit', 'downloaded'), ('testExecution', 'executed'), ('version', 'executed'))
    or airlock.current_organisation() is null or airlock.current_user_id() is null then
    raise exception 'No access of this kind is recorded: % %.', of_noun, of_change using errcode = 'AL011';
  end if;
  perform airlock.append_access(airlock.current_organisation(), null, of_noun, of_record, of_name, of_change, details);
end
$$;
comment on function airlock.record_access is 'Appends a read, a download, a test execution or an execution of the current user to the audit.';
