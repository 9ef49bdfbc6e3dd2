-- Expired exports and abandoned uploads in pages by id, so that those that cannot be removed do not hide the ones after them. The functions without
-- parameters are for workers of the release before.

create function airlock.expired_exports(after text, max_rows integer) returns table (organisation_id text, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select e.organisation_id, e.id from exports e where e.expires_at <= now() and e.id > after order by e.id limit max_rows $$;
comment on function airlock.expired_exports(text, integer) is 'Over all organisations. The worker removes each inside its organisation.';
revoke execute on function airlock.expired_exports(text, integer) from public;
grant execute on function airlock.expired_exports(text, integer) to airlock_app;

create function airlock.abandoned_uploads(after text, max_rows integer) returns table (organisation_id text, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select u.organisation_id, u.id from uploads u
    where u.created_at <= now() - interval '7 days' and u.id > after order by u.id limit max_rows
  $$;
comment on function airlock.abandoned_uploads(text, integer) is 'Over all organisations. The worker discards each inside its organisation.';
revoke execute on function airlock.abandoned_uploads(text, integer) from public;
grant execute on function airlock.abandoned_uploads(text, integer) to airlock_app;
