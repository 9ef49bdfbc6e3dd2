-- Erasures and shorter retentions take effect after a delay, in which they can be cancelled. Whether the delay is over is decided here, by the clock
-- of this database, in the statement that locks the row: an administrator who cancels and a worker that starts never both succeed.

alter table erasures
  -- Erasures of earlier releases start immediately.
  add column begins_at timestamptz not null default now(),
  add column cancelled_at timestamptz,
  drop constraint erasures_status_check,
  add constraint erasures_status_check check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  add constraint erasures_cancelled_check check ((status = 'cancelled') = (cancelled_at is not null));
call airlock.audited(
  'erasures', secret => '{salt,hash}', unnoticed => '{status,message,versions,versions_done,erased,exports,swept_at,finished_at}'
);

alter table retentions
  -- Null for no limit. A row is kept when the limit is removed, so that its revision never repeats.
  alter column days drop not null,
  -- A shorter retention that is not in effect yet, and when a worker may apply it.
  add column next_days integer check (next_days between 1 and 36500),
  add column next_at timestamptz,
  add constraint retentions_next_check check ((next_days is null) = (next_at is null));
call airlock.audited('retentions', record_column => 'organisation_id');

-- A worker that was down during the delay applies it later. Until then it can be cancelled, and nothing was deleted.
create function airlock.apply_retentions() returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp
  as $$
    with applied as (
      update public.retentions set days = next_days, next_days = null, next_at = null where next_at <= now() returning 1
    )
    select count(*)::integer from applied
  $$;
comment on function airlock.apply_retentions is 'Puts shorter retentions into effect whose delay is over. Returns how many.';
revoke execute on function airlock.apply_retentions from public;
grant execute on function airlock.apply_retentions to airlock_app;

create or replace function airlock.keeping() returns table (organisation_id text, days integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select r.organisation_id, r.days from public.retentions r where r.days is not null
    union all
    select d.id, 0 from airlock.deleted_organisations d
  $$;
