-- Retention and erasure of executions. Executions are in ClickHouse, where a worker applies what is configured here.

-- No row means forever. Retention deletes executions, but keeps their counts per minute.
create table retentions (
  organisation_id text primary key references organisations (id) on delete cascade,
  days integer not null check (days between 1 and 36500),
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
call airlock.stamped('retentions');
call airlock.belongs_to_managed_organisation('retentions');
call airlock.audited('retentions', record_column => 'organisation_id');

-- A person's executions, found by their input: a field of this name with a value of this hash. The value itself is not stored, and the rule is kept,
-- because an execution may still be in a runtime's spool when the erasure is requested.
create table erasures (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- Null for every solution that has the field.
  solution_id text,
  field text not null check (field <> ''),
  -- SHA-256 of salt and value, both in hexadecimal.
  salt text not null,
  hash text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
  message text not null default '',
  -- Progress of the first pass, and the total number of erased executions, including late ones.
  versions integer not null default 0,
  versions_done integer not null default 0,
  erased integer not null default 0,
  -- Earlier exports that may contain erased executions: their names and when they expire.
  exports json not null default '[]',
  -- Everything inserted before has been searched.
  swept_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
create index on erasures (organisation_id, id);
call airlock.stamped('erasures', 'status', 'message', 'versions', 'versions_done', 'erased', 'swept_at', 'finished_at');
call airlock.belongs_to_organisation('erasures');
call airlock.audited(
  'erasures', secret => '{salt,hash}', unnoticed => '{status,message,versions,versions_done,erased,exports,swept_at,finished_at}'
);

-- Deleted organisations, so that a worker removes their data from ClickHouse, including late arrivals. An explicit table rather than the absence of a
-- row: a database restored from last week must not cause the deletion of this week's organisations.
create table airlock.deleted_organisations (
  id text primary key,
  deleted_at timestamptz not null default now()
);
comment on table airlock.deleted_organisations is 'Ids alone; nobody but the functions below reads it.';
create function airlock.note_deleted_organisation() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into airlock.deleted_organisations (id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger note_deleted after delete on organisations for each row execute function airlock.note_deleted_organisation();
insert into airlock.deleted_organisations (id, deleted_at)
  select record_id, min(at) from audit_entries where noun = 'organisation' and change = 'deleted' group by record_id
  on conflict do nothing;

-- For the worker, over all organisations: only ids and days.
create function airlock.keeping() returns table (organisation_id text, days integer)
  language sql stable security definer set search_path = public
  as $$
    select r.organisation_id, r.days from retentions r
    union all
    select d.id, 0 from airlock.deleted_organisations d
  $$;
comment on function airlock.keeping is 'Days that an organisation keeps executions; 0 for one that was deleted.';
revoke execute on function airlock.keeping from public;
grant execute on function airlock.keeping to airlock_app;

create function airlock.standing_erasures() returns table (organisation_id text, id text)
  language sql stable security definer set search_path = public
  as $$ select e.organisation_id, e.id from erasures e where e.status = 'done' order by e.id $$;
comment on function airlock.standing_erasures is 'Which erasures hold for executions that arrive late.';
revoke execute on function airlock.standing_erasures from public;
grant execute on function airlock.standing_erasures to airlock_app;

-- Periodic tasks, run by whichever worker takes them first.
create table airlock.tasks (
  name text primary key,
  taken_at timestamptz not null
);
create function airlock.take_task(task text, rest interval) returns boolean
  language sql security definer set search_path = public
  as $$
    with taken as (
      insert into airlock.tasks as t (name, taken_at) values (task, now())
      on conflict (name) do update set taken_at = now() where t.taken_at <= now() - rest
      returning 1
    )
    select exists (select from taken)
  $$;
comment on function airlock.take_task is 'True for the first who asks after the rest is over.';
revoke execute on function airlock.take_task from public;
grant execute on function airlock.take_task to airlock_app;
