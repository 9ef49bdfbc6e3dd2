-- The audit as a stream to an external receiver: each chain is sent in order, at least once, and its cursor is stored here. Numbers of a chain are
-- committed in order and without gaps (008), so a cursor per organisation never skips an entry that is committed late.

create table airlock.audit_stream (
  organisation_id text primary key,
  -- The last entry of the chain that the receiver has acknowledged.
  number bigint not null,
  sent_at timestamptz not null default now()
);

-- One worker sends at a time.
create table airlock.audit_stream_lease (
  singleton boolean primary key default true check (singleton),
  owner text not null,
  until timestamptz not null
);

create function airlock.take_audit_stream(of_owner text, for_seconds integer) returns boolean
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with taken as (
      insert into airlock.audit_stream_lease as l (owner, until) values (of_owner, now() + make_interval(secs => for_seconds))
        on conflict (singleton) do update set owner = excluded.owner, until = excluded.until where l.owner = of_owner or l.until < now()
        returning true
    )
    select exists (select from taken)
  $$;
comment on function airlock.take_audit_stream is 'Takes or renews the lease of the worker that streams the audit; false while another one holds it.';

-- Up to a tenth of a batch from each organisation, the longest waiting first: a busy organisation does not delay the others.
create function airlock.audit_unsent(max_entries integer) returns setof public.audit_entries
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select e.*
    from (
      select c.organisation_id, coalesce(s.number, 0) as sent
      from airlock.audit_chains c left join airlock.audit_stream s using (organisation_id)
      where c.number > coalesce(s.number, 0)
      order by s.sent_at nulls first, c.organisation_id
      limit 10
    ) behind
    cross join lateral (
      select * from public.audit_entries a
      where a.organisation_id = behind.organisation_id and a.number > behind.sent
      order by a.number
      limit greatest(1, max_entries / 10)
    ) e
    order by e.organisation_id, e.number
  $$;
comment on function airlock.audit_unsent is 'Entries that the receiver has not acknowledged, in the order of each chain.';

create function airlock.audit_sent(of_owner text, organisations text[], numbers bigint[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    insert into airlock.audit_stream as s (organisation_id, number)
      select sent.organisation_id, sent.number
      from unnest(organisations, numbers) as sent (organisation_id, number)
      where exists (select from airlock.audit_stream_lease l where l.owner = of_owner)
      on conflict (organisation_id) do update set number = greatest(s.number, excluded.number), sent_at = now()
  $$;
comment on function airlock.audit_sent is 'Moves cursors forward, for the worker that holds the lease.';

create function airlock.audit_stream_lag() returns table (entries bigint, oldest timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select coalesce(sum(behind.last - behind.sent), 0)::bigint,
      min((select a.at from public.audit_entries a where a.organisation_id = behind.organisation_id and a.number = behind.sent + 1))
    from (
      select c.organisation_id, c.number as last, coalesce(s.number, 0) as sent
      from airlock.audit_chains c left join airlock.audit_stream s using (organisation_id)
      where c.number > coalesce(s.number, 0)
    ) behind
  $$;
comment on function airlock.audit_stream_lag is 'How many entries the receiver has not acknowledged, and when the oldest was written.';

revoke execute on all routines in schema airlock from public;
grant execute on function airlock.take_audit_stream, airlock.audit_unsent, airlock.audit_sent, airlock.audit_stream_lag to airlock_app;
