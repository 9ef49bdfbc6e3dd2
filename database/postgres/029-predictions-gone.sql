create function airlock.predictions_gone(ids text[]) returns setof text
  language sql stable security definer set search_path = public
  as $$ select id from unnest(ids) as given (id) where not exists (select from predictions p where p.id = given.id) $$;
comment on function airlock.predictions_gone is 'For the worker that removes models of deleted predictions from the bucket. Answers only what it was asked.';
revoke execute on function airlock.predictions_gone from public;
grant execute on function airlock.predictions_gone to airlock_app;
