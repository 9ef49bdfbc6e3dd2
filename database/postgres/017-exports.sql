-- Files of executions that users requested. A worker streams the file that ClickHouse writes to Airlock's own bucket. The row has the progress. An
-- incomplete file is not visible in the bucket, so a worker that dies leaves nothing behind.
create table exports (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  format text not null check (format in ('csv', 'parquet')),
  -- The filters of the list of executions.
  filters json not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  message text not null default '',
  rows bigint not null default 0,
  total_rows bigint,
  bytes bigint,
  -- In the bucket; null until it is complete.
  object text,
  finished_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
create index on exports (organisation_id, id);
create index on exports (expires_at) where expires_at is not null;
call airlock.stamped('exports', 'status', 'message', 'rows', 'total_rows', 'bytes', 'object', 'finished_at', 'expires_at');
call airlock.belongs_to_organisation('exports');
-- The export itself is audited, its progress is not.
call airlock.audited('exports', unnoticed => '{status,message,rows,total_rows,bytes,object,finished_at,expires_at}');

create function airlock.expired_exports() returns table (organisation_id text, id text)
  language sql stable security definer set search_path = public
  as $$ select e.organisation_id, e.id from exports e where e.expires_at <= now() order by e.id limit 100 $$;
comment on function airlock.expired_exports is 'Files that are over. Whoever removes one does it inside its organisation.';
revoke execute on function airlock.expired_exports from public;
grant execute on function airlock.expired_exports to airlock_app;
