-- Due predictions in pages by id, so that those whose run cannot be started do not hide the others. The function with one parameter is for workers of
-- the release before.

create function airlock.due_predictions(after text, max_rows integer) returns table (organisation_id text, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select p.organisation_id, p.id from predictions p
    where p.next_run_at <= now() and p.status = 'schedulerRunning' and p.id > after
    order by p.id limit max_rows
  $$;
comment on function airlock.due_predictions(text, integer) is 'Over all organisations. The worker starts each run inside its organisation.';
revoke execute on function airlock.due_predictions(text, integer) from public;
grant execute on function airlock.due_predictions(text, integer) to airlock_app;
