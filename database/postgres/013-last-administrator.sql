-- Further ways in which an organisation could lose its last administrator, besides those of 003: a group with the role ADMI loses it or is deleted,
-- and rows that are updated in place. And the protection of the ADMI pair in one function.

create function airlock.protect_administrators() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  -- Deleting the organisation cascades to its roles and groups: by then its row is deleted.
  if old.code = 'ADMI' and (tg_op = 'UPDATE' or airlock.organisation_exists(old.organisation_id)) then
    raise exception 'The % ADMI is protected.', tg_argv[0] using errcode = tg_argv[1];
  end if;
  if tg_op = 'UPDATE' and new.code = 'ADMI' then
    raise exception 'No % can become ADMI.', tg_argv[0] using errcode = tg_argv[1];
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
drop trigger protect on roles;
drop trigger protect on groups;
drop function airlock.protect_role, airlock.protect_group;
create trigger protect before update or delete on roles
  for each row execute function airlock.protect_administrators('role', 'AL001');
create trigger protect before update or delete on groups
  for each row execute function airlock.protect_administrators('group', 'AL002');

create trigger keep_an_administrator_by_group after delete or update on group_roles
  for each row when (airlock.is_administrators_role(old.role_id)) execute function airlock.keep_an_administrator();

drop trigger keep_an_administrator on user_roles;
create trigger keep_an_administrator after delete or update on user_roles
  for each row when (airlock.is_administrators_role(old.role_id)) execute function airlock.keep_an_administrator();
drop trigger keep_an_administrator on group_members;
create trigger keep_an_administrator after delete or update on group_members
  for each row when (airlock.gives_administrators_role(old.group_id)) execute function airlock.keep_an_administrator();

-- A user who is disabled, becomes a system account or moves is no longer an administrator. Checked only for users who were.
create function airlock.administers(of_user text) returns boolean
  language sql stable security definer set search_path = public
  as $$
    select exists (select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = of_user and r.code = 'ADMI')
      or exists (
        select from group_members gm
        join group_roles gr using (group_id)
        join roles r on r.id = gr.role_id
        where gm.user_id = of_user and r.code = 'ADMI'
      )
  $$;
drop trigger keep_an_administrator on users;
create trigger keep_an_administrator after update of status, type, organisation_id on users
  for each row when (
    old.type = 'User' and old.status <> 'disabled'
    and (new.status = 'disabled' or new.type <> 'User' or new.organisation_id <> old.organisation_id)
    and airlock.administers(old.id)
  )
  execute function airlock.keep_an_administrator();

revoke execute on all routines in schema airlock from public;
grant execute on function airlock.administers to airlock_app;
