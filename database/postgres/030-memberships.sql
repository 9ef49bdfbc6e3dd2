-- A person (issuer and subject at the identity provider) may belong to several organisations, with one row of users in each. A request acts in
-- exactly one of them. If several organisations invited an address, the person chooses which invitation to accept. It is never bound by age.
--
-- New parameters have defaults, so that api processes of the previous release keep working during an upgrade.

drop index users_issuer_subject_idx;
create unique index users_identity on users (issuer, subject, organisation_id) where subject is not null;

alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('invited', 'confirmed', 'declined', 'active', 'disabled'));
comment on column users.status is
  'invited, confirmed (the link was opened), declined, active (bound to an identity, or a system account), disabled.';

-- A person who declined is not an administrator.
create or replace function airlock.administrators(organisation text) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select u.id
    from users u
    where u.organisation_id = organisation and u.type = 'User' and u.status not in ('disabled', 'declined') and airlock.administers(u.id)
  $$;

-- The caller passes only an address that the provider has verified. Organisations that the person already belongs to, also as a disabled user, are
-- excluded: a second row for the same identity cannot be bound there.
create function airlock.open_invitations(of_issuer text, of_subject text, verified_email text)
  returns table (user_id text, organisation_id text, organisation_name text, invited_by text, invited_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select u.id, u.organisation_id, o.name, coalesce(airlock.user_name(inviter), ''), u.created_at
    from users u
    join organisations o on o.id = u.organisation_id
    left join users inviter on inviter.id = u.created_by
    where verified_email <> '' and lower(u.email) = lower(verified_email)
      and u.type = 'User' and u.subject is null and u.status in ('invited', 'confirmed')
      and not exists (
        select from users bound
        where bound.issuer = of_issuer and bound.subject = of_subject and bound.organisation_id = u.organisation_id
      )
    order by u.created_at, u.id
  $$;
comment on function airlock.open_invitations is 'Invitations of a verified address that its owner has neither accepted nor declined.';

create function airlock.memberships(of_issuer text, of_subject text)
  returns table (user_id text, organisation_id text, organisation_name text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select u.id, u.organisation_id, o.name
    from users u join organisations o on o.id = u.organisation_id
    where u.issuer = of_issuer and u.subject = of_subject and u.status = 'active'
    order by lower(o.name), o.id
  $$;
comment on function airlock.memberships is 'The organisations that a verified token may act in.';

-- Binds an open invitation, or signs in to a membership of the same identity. The condition is evaluated again on the locked row, so an invitation
-- that is concurrently accepted, declined or disabled is not bound twice.
create function airlock.sign_in_to(membership text, of_issuer text, of_subject text, given_name text, family_name text)
  returns table (organisation_id text, user_id text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update users u set
      issuer = of_issuer,
      subject = of_subject,
      status = 'active',
      last_login_at = now(),
      first_name = case when u.first_name = '' then coalesce(given_name, '') else u.first_name end,
      name = case when u.name = '' then coalesce(nullif(family_name, ''), u.email) else u.name end,
      code = case
        when u.code = '' then upper(left(regexp_replace(coalesce(given_name, '') || coalesce(family_name, ''), '[^A-Za-z0-9]', '', 'g'), 4))
        else u.code
      end
    where u.id = membership and (
      (u.issuer = of_issuer and u.subject = of_subject and u.status = 'active')
      or (u.subject is null and u.status in ('invited', 'confirmed'))
    )
    returning u.organisation_id, u.id
  $$;

drop function airlock.sign_in;
create function airlock.sign_in(
  of_issuer text, of_subject text, verified_email text, given_name text, family_name text,
  opened_key text default null, preferred_organisation text default null
) returns table (organisation_id text, user_id text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
#variable_conflict use_column
declare
  chosen text;
begin
  -- The invitation whose link this person opened.
  select i.user_id into chosen
  from airlock.open_invitations(of_issuer, of_subject, verified_email) i
  join activation_keys k on k.user_id = i.user_id
  where k.hash = opened_key and k.used_at is not null;
  if chosen is null then
    select u.id into chosen
    from users u
    where u.issuer = of_issuer and u.subject = of_subject and u.status = 'active'
    order by (u.organisation_id = preferred_organisation) desc nulls last, u.last_login_at desc nulls last, u.id desc
    limit 1;
  end if;
  -- An address alone is bound only without a choice: one invitation, and an identity without memberships.
  if chosen is null and not exists (select from users u where u.issuer = of_issuer and u.subject = of_subject) then
    select case when count(*) = 1 then min(i.user_id) end into chosen
    from airlock.open_invitations(of_issuer, of_subject, verified_email) i;
  end if;
  return query select s.organisation_id, s.user_id from airlock.sign_in_to(chosen, of_issuer, of_subject, given_name, family_name) s;
end
$$;
comment on function airlock.sign_in is
  'Signs a person in: to the invitation whose link they opened, to a membership, or to their only invitation. No row for anyone else.';

create function airlock.accept_invitation(
  of_issuer text, of_subject text, verified_email text, given_name text, family_name text, invitation text
) returns table (organisation_id text, user_id text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select s.organisation_id, s.user_id
    from airlock.sign_in_to(
      (select i.user_id from airlock.open_invitations(of_issuer, of_subject, verified_email) i where i.user_id = invitation),
      of_issuer, of_subject, given_name, family_name) s
  $$;
comment on function airlock.accept_invitation is 'Binds one invitation of the verified address; no row if it is not open to this person.';

create function airlock.decline_invitation(of_issuer text, of_subject text, verified_email text, invitation text)
  returns table (organisation_id text, user_id text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with declined as (
      update users u set status = 'declined'
      where u.id in (select i.user_id from airlock.open_invitations(of_issuer, of_subject, verified_email) i where i.user_id = invitation)
        and u.subject is null and u.status in ('invited', 'confirmed')
      returning u.organisation_id, u.id
    ), spent as (
      update activation_keys k set used_at = now() from declined where k.user_id = declined.id and k.used_at is null
    )
    select d.organisation_id, d.id from declined d
  $$;
comment on function airlock.decline_invitation is 'Ends one invitation of the verified address; no row if it is not open to this person.';

-- The name of the inviting organisation is in the mail with the key.
drop function airlock.use_activation_key;
create function airlock.use_activation_key(of_hash text) returns table (email text, organisation_name text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with opened as (
      select k.user_id, o.name as organisation_name
      from activation_keys k join users u on u.id = k.user_id join organisations o on o.id = u.organisation_id
      where k.hash = of_hash and k.used_at is null and k.expires_at > now() and u.status not in ('disabled', 'declined')
      for update of k
    ), spent as (
      -- An invitation that was sent again has several keys: opening one consumes all of them.
      update activation_keys set used_at = now() where user_id in (select user_id from opened) and used_at is null
    )
    update users u set status = case when u.status = 'invited' then 'confirmed' else u.status end
    from opened
    where u.id = opened.user_id
    returning u.email, opened.organisation_name
  $$;
comment on function airlock.use_activation_key is 'Spends an activation key: once, and only before it expires.';

drop function airlock.enter;
create function airlock.enter(of_issuer text, of_subject text, of_correlation text, in_organisation text default null)
  returns table (organisation_id text, user_id text, permissions text[])
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
#variable_conflict use_variable
begin
  -- Without a choice: the only membership, or the one used last.
  select u.organisation_id, u.id into organisation_id, user_id
  from users u
  where u.issuer = of_issuer and u.subject = of_subject and u.status = 'active'
    and (in_organisation is null or u.organisation_id = in_organisation)
  order by u.last_login_at desc nulls last, u.id desc
  limit 1;
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
comment on function airlock.enter is
  'Which membership a verified token acts as and what it may do; the rest of the transaction is locked to its organisation.';

revoke execute on all routines in schema airlock from public;
grant execute on function
  airlock.open_invitations, airlock.memberships, airlock.sign_in, airlock.accept_invitation, airlock.decline_invitation,
  airlock.use_activation_key, airlock.enter
  to airlock_app;
