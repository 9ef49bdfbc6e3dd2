-- The state that runtimes should have of every organisation's versions and keys. The worker compares it with the buckets of JetStream, for example
-- after JetStream was restored empty. Only ids and a summary: publishing reads the row inside its organisation, under row-level security.
create function airlock.standing_orders(of_kind text, after_id text, at_most integer)
  returns table (organisation_id text, id text, summary text)
  language sql stable security definer set search_path = public
  as $$
    (
      select v.organisation_id, v.id, case when v.deleted_at is null then v.desired || ' ' || v.hash else 'gone' end
      from versions v
      where of_kind = 'version' and v.desired is not null and v.id > after_id
      order by v.id
      limit at_most
    )
    union all
    (
      select k.organisation_id, k.id, case when k.revoked_at is null then k.hash else 'gone' end
      from keys k
      where of_kind = 'key' and k.id > after_id
      order by k.id
      limit at_most
    )
  $$;
comment on function airlock.standing_orders is 'Pages of every version that was ever ordered, or of every key, with what its bucket entry should say.';
revoke execute on function airlock.standing_orders from public;
grant execute on function airlock.standing_orders to airlock_app;
