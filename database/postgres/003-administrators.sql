-- The ADMI role and the ADMI group: every organisation has them from the start, they cannot be changed, and never lose their last member. The api
-- refuses such changes first, with better messages; these triggers are the safeguard.
--
-- Refusals raise SQLSTATEs of our own, which the api maps to problem codes:
--   AL001 ROLE_PROTECTED, AL002 GROUP_PROTECTED, AL003 LAST_ADMINISTRATOR, AL004 an organisation without its ADMI pair.
--
-- The functions read the tables as their owner: a trigger that is subject to a policy could miss rows.

create function airlock.organisation_exists(organisation text) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from organisations where id = organisation) $$;

create function airlock.protect_role() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  if old.code = 'ADMI' and tg_op = 'UPDATE' then
    raise exception 'The role ADMI is protected.' using errcode = 'AL001';
  end if;
  -- Deleting the organisation cascades to its roles: by then its row is deleted.
  if old.code = 'ADMI' and tg_op = 'DELETE' and airlock.organisation_exists(old.organisation_id) then
    raise exception 'The role ADMI is protected.' using errcode = 'AL001';
  end if;
  if tg_op = 'UPDATE' and new.code = 'ADMI' then
    raise exception 'No role can become ADMI.' using errcode = 'AL001';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger protect before update or delete on roles for each row execute function airlock.protect_role();

create function airlock.protect_group() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  if old.code = 'ADMI' and tg_op = 'UPDATE' then
    raise exception 'The group ADMI is protected.' using errcode = 'AL002';
  end if;
  if old.code = 'ADMI' and tg_op = 'DELETE' and airlock.organisation_exists(old.organisation_id) then
    raise exception 'The group ADMI is protected.' using errcode = 'AL002';
  end if;
  if tg_op = 'UPDATE' and new.code = 'ADMI' then
    raise exception 'No group can become ADMI.' using errcode = 'AL002';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger protect before update or delete on groups for each row execute function airlock.protect_group();

-- The ADMI group has only the ADMI role.
create function airlock.protect_group_role() returns trigger
  language plpgsql security definer set search_path = public
  as $$
declare
  pair group_roles := case tg_op when 'DELETE' then old else new end;
begin
  if exists (select from groups where id = pair.group_id and code = 'ADMI')
     and (tg_op <> 'INSERT' or not exists (select from roles where id = pair.role_id and code = 'ADMI'))
     and airlock.organisation_exists(pair.organisation_id) then
    raise exception 'The roles of the group ADMI are protected.' using errcode = 'AL002';
  end if;
  return pair;
end
$$;
create trigger protect before insert or update or delete on group_roles
  for each row execute function airlock.protect_group_role();

-- At commit, not at insert: the three rows depend on each other.
create function airlock.check_organisation() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  if airlock.organisation_exists(new.id) and not exists (
    select from roles r
    join group_roles gr on gr.role_id = r.id
    join groups g on g.id = gr.group_id
    where r.organisation_id = new.id and r.code = 'ADMI' and g.code = 'ADMI'
  ) then
    raise exception 'An organisation has the role ADMI and the group ADMI from the start.' using errcode = 'AL004';
  end if;
  return null;
end
$$;
create constraint trigger has_administrators after insert on organisations
  deferrable initially deferred for each row execute function airlock.check_organisation();

-- Users who can sign in and administer.
create function airlock.administrators(organisation text) returns setof text
  language sql stable security definer set search_path = public
  as $$
    select u.id
    from users u
    where u.organisation_id = organisation and u.type = 'User' and u.status <> 'disabled'
      and (
        exists (select from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.code = 'ADMI')
        or exists (
          select from group_members gm
          join group_roles gr using (group_id)
          join roles r on r.id = gr.role_id
          where gm.user_id = u.id and r.code = 'ADMI'
        )
      )
  $$;
revoke execute on function airlock.administrators from public;

create function airlock.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  -- Serialises concurrent removals, so that neither relies on the administrator that the other removes.
  perform from organisations where id = old.organisation_id for update;
  if found and not exists (select from airlock.administrators(old.organisation_id)) then
    raise exception 'An organisation keeps at least one administrator.' using errcode = 'AL003';
  end if;
  return null;
end
$$;

create function airlock.is_administrators_role(role text) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from roles where id = role and code = 'ADMI') $$;

create function airlock.gives_administrators_role(giving_group text) returns boolean
  language sql stable security definer set search_path = public
  as $$ select exists (select from group_roles gr join roles r on r.id = gr.role_id where gr.group_id = giving_group and r.code = 'ADMI') $$;

create trigger keep_an_administrator after delete on user_roles
  for each row when (airlock.is_administrators_role(old.role_id)) execute function airlock.keep_an_administrator();
create trigger keep_an_administrator after delete on group_members
  for each row when (airlock.gives_administrators_role(old.group_id)) execute function airlock.keep_an_administrator();
create trigger keep_an_administrator after update of status on users
  for each row when (new.status = 'disabled' and old.status <> 'disabled' and old.type = 'User')
  execute function airlock.keep_an_administrator();
