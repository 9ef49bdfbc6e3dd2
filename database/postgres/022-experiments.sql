-- Experiments: a solution or one of its versions, a datasource, and the field mapping. Only the organisation itself sees these rows, not even the
-- organisation that manages it.

create table experiments (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name <> ''),
  description text not null default '',
  code text not null default '',
  -- Null until they are chosen, and after they were deleted, including a soft-deleted solution.
  solution_id text,
  version_id text references versions (id) on delete set null,
  datasource_id text,
  -- [{key, value, useDatasource}]. json: stored as sent.
  field_mapping json not null default '[]',
  records text not null default 'first' check (records in ('first', 'all')),
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete set null (solution_id),
  foreign key (organisation_id, datasource_id) references datasources (organisation_id, id) on delete set null (datasource_id)
);
create index on experiments (solution_id);
create index on experiments (version_id);
create index on experiments (datasource_id);
call airlock.stamped('experiments');
call airlock.belongs_to_organisation('experiments');
call airlock.audited('experiments', large => '{field_mapping}');
call airlock.listed('experiments', 'lower(name)');
create index experiments_search on experiments using gin (lower(name || ' ' || description) gin_trgm_ops);
call airlock.in_halves('experiments', 'lower(name) as name, lower(name || '' '' || description) as search');

-- One run. Everything that determines its result is frozen here: the definition itself, the datasource's state, the mapping. Its rows are in a
-- ClickHouse table of their own (`experiment_<id>`), which is dropped with this row.
create table experiment_results (
  id text primary key,
  organisation_id text not null,
  experiment_id text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Why it failed.
  message text not null default '',
  records text not null check (records in ('first', 'all')),
  solution_id text not null,
  solution_name text not null,
  version_id text,
  version_name text,
  solution_revision integer,
  -- Canonical JSON and its SHA-256, like those of a version.
  definition text not null,
  solution_hash text not null check (solution_hash ~ '^[0-9a-f]{64}$'),
  behaviour integer not null,
  datasource_id text not null,
  -- {name, type, importWss, recordCount, columns: [{name, key, type}]}.
  datasource json not null,
  -- [{key, value, useDatasource}] of the fields at that time.
  field_mapping json not null,
  -- Each range of this number of rows is one partition. All rows below `next_row` are done.
  range_rows bigint not null check (range_rows > 0),
  next_row bigint not null default 0,
  rows bigint not null default 0,
  total_rows bigint,
  -- The lease's owner: a worker that finds another owner here has lost the lease, and stops.
  lease text not null default '',
  -- Layout of the table's columns, their summaries, and the outcomes. Set when it is complete.
  layout json,
  fields json,
  outcomes json,
  -- The chart that was saved last.
  graph json,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  foreign key (organisation_id, experiment_id) references experiments (organisation_id, id) on delete cascade
);
create index on experiment_results (experiment_id, id);
create index on experiment_results (organisation_id, status) where status in ('waiting', 'running');
call airlock.stamped('experiment_results',
  'status', 'message', 'next_row', 'rows', 'total_rows', 'lease', 'layout', 'fields', 'outcomes', 'started_at', 'ended_at');
call airlock.belongs_to_organisation('experiment_results');
-- The run itself is audited, its progress is not.
call airlock.audited('experiment_results', noun => 'experimentResult', large => '{definition}',
  unnoticed => '{status,message,next_row,rows,total_rows,lease,layout,fields,outcomes,started_at,ended_at}');

-- Those of these results, over all organisations, whose tables are still needed, with the owner of the lease.
create function airlock.experiment_results_kept(ids text[]) returns table (id text, lease text)
  language sql stable security definer set search_path = public
  as $$ select r.id, case when r.status = 'running' then r.lease else '' end
        from experiment_results r where r.id = any (ids) and r.status in ('waiting', 'running', 'done') $$;
comment on function airlock.experiment_results_kept is 'For the worker that removes tables which nobody needs any more from ClickHouse. Answers only what it was asked.';
revoke execute on function airlock.experiment_results_kept from public;
grant execute on function airlock.experiment_results_kept to airlock_app;
