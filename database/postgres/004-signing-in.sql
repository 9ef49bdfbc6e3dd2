-- The only functions with which the product reads across organisations, before the organisation of a request is known. Each answers one narrow query
-- about an authenticated person, and runs as the owner, without row-level security.

create function airlock.find_actor(of_issuer text, of_subject text)
  returns table (organisation_id text, user_id text)
  language sql stable security definer set search_path = public
  as $$
    select u.organisation_id, u.id from users u where u.issuer = of_issuer and u.subject = of_subject and u.status = 'active'
  $$;
comment on function airlock.find_actor is 'Which user a verified token belongs to.';

-- The provider must have verified the address: calling this with an unverified one would give accounts away. A bound person keeps their account,
-- whatever their address becomes. Several organisations may have invited the same address. The first invitation wins, because a person is one user.
create function airlock.sign_in(of_issuer text, of_subject text, verified_email text, given_name text, family_name text)
  returns table (organisation_id text, user_id text)
  language plpgsql security definer set search_path = public
  as $$
#variable_conflict use_column
declare
  found_user text;
begin
  select id into found_user from users where issuer = of_issuer and subject = of_subject and status = 'active';
  if found_user is null and not exists (select from users where issuer = of_issuer and subject = of_subject) then
    select id into found_user
    from users
    where type = 'User' and verified_email <> '' and lower(email) = lower(verified_email) and status in ('invited', 'confirmed') and subject is null
    order by created_at, id
    limit 1
    for update;
    update users set issuer = of_issuer, subject = of_subject, status = 'active' where id = found_user;
  end if;
  return query
    update users set
      last_login_at = now(),
      first_name = case when first_name = '' then coalesce(given_name, '') else first_name end,
      name = case when name = '' then coalesce(nullif(family_name, ''), email) else name end,
      code = case when code = '' then upper(left(regexp_replace(coalesce(given_name, '') || coalesce(family_name, ''), '[^A-Za-z0-9]', '', 'g'), 4)) else code end
    where id = found_user
    returning users.organisation_id, users.id;
end
$$;
comment on function airlock.sign_in is 'Binds a person with a verified address to the account that was made for it; no row for a stranger.';

create function airlock.use_activation_key(of_hash text) returns table (email text)
  language sql security definer set search_path = public
  as $$
    with opened as (
      select k.user_id
      from activation_keys k join users u on u.id = k.user_id
      where k.hash = of_hash and k.used_at is null and k.expires_at > now() and u.status <> 'disabled'
      for update of k
    ), spent as (
      -- An invitation that was sent again has several keys: opening one consumes all of them.
      update activation_keys set used_at = now() where user_id in (select user_id from opened) and used_at is null
    )
    update users u set status = case when u.status = 'invited' then 'confirmed' else u.status end
    from opened
    where u.id = opened.user_id
    returning u.email
  $$;
comment on function airlock.use_activation_key is 'Spends an activation key: once, and only before it expires.';

-- Called at every start with the configuration. Does nothing once the first organisation has an administrator who has signed in, so that it cannot be
-- used to bypass the administrators afterwards.
create function airlock.found_organisation(
  organisation text, organisation_name text, admi_role text, admi_group text, administrator text, administrator_email text
) returns void
  language plpgsql security definer set search_path = public
  as $$
declare
  first_id text;
begin
  perform pg_advisory_xact_lock(hashtext('airlock.found_organisation'));
  select id into first_id from organisations where managed_by is null;
  if first_id is null then
    first_id := organisation;
    insert into organisations (id, name, code) values (organisation, organisation_name, 'FIRST');
    insert into roles (id, organisation_id, name, description, code, permissions)
      values (admi_role, organisation, 'Administrator', 'May do everything.', 'ADMI', '{*}');
    insert into groups (id, organisation_id, name, description, code)
      values (admi_group, organisation, 'Administrators', 'Whoever is in it is an administrator.', 'ADMI');
    insert into group_roles (organisation_id, group_id, role_id) values (organisation, admi_group, admi_role);
  end if;
  if exists (
    select from airlock.administrators(first_id) a join users u on u.id = a where u.status = 'active'
  ) then
    return;
  end if;
  insert into users (id, organisation_id, type, name, email, status)
    values (administrator, first_id, 'User', '', administrator_email, 'invited')
    on conflict do nothing;
  insert into user_roles (organisation_id, user_id, role_id)
    select u.organisation_id, u.id, r.id
    from users u join roles r on r.organisation_id = u.organisation_id and r.code = 'ADMI'
    where u.organisation_id = first_id and u.type = 'User' and lower(u.email) = lower(administrator_email)
    on conflict do nothing;
end
$$;
comment on function airlock.found_organisation is 'The first organisation and the invitation of the first administrator, from configuration.';

revoke execute on all functions in schema airlock from public;
grant execute on function
  airlock.current_organisation, airlock.current_user_id, airlock.permissions_of,
  airlock.find_actor, airlock.sign_in, airlock.use_activation_key, airlock.found_organisation,
  airlock.organisation_exists, airlock.is_administrators_role, airlock.gives_administrators_role
  to airlock_app;
