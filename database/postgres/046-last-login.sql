-- The time of the sign-in, separate from when the console was opened: every page load calls the login, and resuming a session is not a sign-in.
--
-- An api of the previous release calls the functions without the last argument: as before, each of its calls counts as a sign-in.

alter table users add column last_entered_at timestamptz;
comment on column users.last_entered_at is
  'When a session of this membership last began or was resumed. A token without a chosen organisation acts in the latest.';
drop trigger stamp on users;
call airlock.stamped('users', 'last_login_at', 'last_entered_at', 'dashboard');
call airlock.audited('users', unnoticed => '{last_login_at,last_entered_at,dashboard,managed_by}');

drop function airlock.sign_in, airlock.accept_invitation, airlock.sign_in_to;

-- Binds an open invitation, or signs in to a membership of the same identity. The condition is evaluated again on the locked row, so an invitation
-- that is concurrently accepted, declined or disabled is not bound twice.
create function airlock.sign_in_to(
  membership text, of_issuer text, of_subject text, given_name text, family_name text, signed_in_at timestamptz
) returns table (organisation_id text, user_id text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    update users u set
      issuer = of_issuer,
      subject = of_subject,
      status = 'active',
      -- Never back, and never into the future: the provider's clock may be ahead. greatest and least ignore nulls.
      last_login_at = coalesce(greatest(u.last_login_at, case when signed_in_at is not null then least(signed_in_at, now()) end), now()),
      last_entered_at = now(),
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

create function airlock.sign_in(
  of_issuer text, of_subject text, verified_email text, given_name text, family_name text,
  opened_key text default null, preferred_organisation text default null, signed_in_at timestamptz default now()
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
    order by (u.organisation_id = preferred_organisation) desc nulls last, coalesce(u.last_entered_at, u.last_login_at) desc nulls last, u.id desc
    limit 1;
  end if;
  -- An address alone is bound only without a choice: one invitation, and an identity without memberships.
  if chosen is null and not exists (select from users u where u.issuer = of_issuer and u.subject = of_subject) then
    select case when count(*) = 1 then min(i.user_id) end into chosen
    from airlock.open_invitations(of_issuer, of_subject, verified_email) i;
  end if;
  return query
    select s.organisation_id, s.user_id
    from airlock.sign_in_to(chosen, of_issuer, of_subject, given_name, family_name, signed_in_at) s;
end
$$;
comment on function airlock.sign_in is
  'Signs a person in: to the invitation whose link they opened, to a membership, or to their only invitation. No row for anyone else. '
  'signed_in_at is null for a session that is resumed.';

create function airlock.accept_invitation(
  of_issuer text, of_subject text, verified_email text, given_name text, family_name text, invitation text
) returns table (organisation_id text, user_id text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select s.organisation_id, s.user_id
    from airlock.sign_in_to(
      (select i.user_id from airlock.open_invitations(of_issuer, of_subject, verified_email) i where i.user_id = invitation),
      of_issuer, of_subject, given_name, family_name, now()) s
  $$;
comment on function airlock.accept_invitation is 'Binds one invitation of the verified address; no row if it is not open to this person.';

create or replace function airlock.enter(of_issuer text, of_subject text, of_correlation text, in_organisation text default null)
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
  order by coalesce(u.last_entered_at, u.last_login_at) desc nulls last, u.id desc
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

revoke execute on function airlock.sign_in, airlock.accept_invitation, airlock.sign_in_to from public;
grant execute on function airlock.sign_in, airlock.accept_invitation to airlock_app;
