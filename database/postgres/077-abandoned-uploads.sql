-- Uploads that were begun a week ago and not finished: Google forgets them, other servers keep what they received.

create index on uploads (created_at);

create function airlock.abandoned_uploads() returns table (organisation_id text, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select u.organisation_id, u.id from uploads u where u.created_at <= now() - interval '7 days' order by u.created_at limit 100 $$;
comment on function airlock.abandoned_uploads is 'Over all organisations. The worker discards each inside its organisation.';
revoke execute on function airlock.abandoned_uploads from public;
grant execute on function airlock.abandoned_uploads to airlock_app;
