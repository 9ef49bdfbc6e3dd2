-- Cheaper versions of what every request starts with.

-- A function in SQL is planned on every call. The statements of one in plpgsql are planned once per connection.
create or replace function airlock.permissions_of(of_user text) returns setof text
  language plpgsql stable
  as $$
begin
  return query
    select distinct unnest(r.permissions)
    from roles r
    where r.id in (
      select role_id from user_roles where user_id = of_user
      union all
      select gr.role_id from group_members gm join group_roles gr using (group_id) where gm.user_id = of_user
    );
end
$$;

-- Identifies the user of a token, sets the organisation of the transaction, and returns the permissions: one query instead of two.
create function airlock.enter(of_issuer text, of_subject text, of_correlation text)
  returns table (organisation_id text, user_id text, permissions text[])
  language plpgsql security definer set search_path = public
  as $$
#variable_conflict use_variable
begin
  select u.organisation_id, u.id into organisation_id, user_id
  from users u where u.issuer = of_issuer and u.subject = of_subject and u.status = 'active';
  if user_id is null then
    return;
  end if;
  perform set_config('airlock.organisation', organisation_id, true), set_config('airlock.user', user_id, true),
    set_config('airlock.correlation', of_correlation, true);
  -- Without row-level security: a user's roles are of the user's organisation by their foreign keys.
  permissions := array(select airlock.permissions_of(user_id));
  return next;
end
$$;
comment on function airlock.enter is 'Which user a verified token belongs to and what they may do; the rest of the transaction is theirs.';
drop function airlock.find_actor;

revoke execute on all routines in schema airlock from public;
grant execute on function airlock.enter to airlock_app;
