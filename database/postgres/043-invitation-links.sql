-- A new invitation link replaces older ones of the same user. An older link reports when the newer mail was sent, and a link of a confirmed account
-- says so.
--
-- An api or worker of the previous release leaves replaced_at empty: its links work as before.

alter table activation_keys add column replaced_at timestamptz;
comment on column activation_keys.replaced_at is 'When a newer invitation to the same user was sent; the link opens nothing from then on.';

create or replace function airlock.use_activation_key(of_hash text) returns table (email text, organisation_name text)
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with opened as (
      select k.user_id, o.name as organisation_name
      from activation_keys k join users u on u.id = k.user_id join organisations o on o.id = u.organisation_id
      where k.hash = of_hash and k.used_at is null and k.replaced_at is null and k.expires_at > now() and u.status not in ('disabled', 'declined')
      for update of k
    ), spent as (
      update activation_keys set used_at = now() where user_id in (select user_id from opened) and used_at is null
    )
    update users u set status = case when u.status = 'invited' then 'confirmed' else u.status end
    from opened
    where u.id = opened.user_id
    returning u.email, opened.organisation_name
  $$;

-- Only the recipient of the mail has the key, so the response reveals nothing to others.
create function airlock.why_activation_key_failed(of_hash text) returns table (confirmed boolean, replaced_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select u.status in ('confirmed', 'active'), case when u.status = 'invited' then k.replaced_at end
    from activation_keys k join users u on u.id = k.user_id
    where k.hash = of_hash
  $$;
comment on function airlock.why_activation_key_failed is 'Of a key that opens nothing: whether its account is confirmed already, and when a newer one replaced it.';

revoke execute on function airlock.why_activation_key_failed from public;
grant execute on function airlock.why_activation_key_failed to airlock_app;
