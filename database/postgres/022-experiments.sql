-- What people try on their data: a solution or one of its versions, a datasource, and where each field comes from. Nobody else sees
-- these rows, not even the organisation that manages it.

create table experiments (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name <> ''),
  description text not null default '',
  code text not null default '',
  -- Null until they are chosen, and when they are gone. A solution that was deleted out of sight counts as gone.
  solution_id text,
  version_id text references versions (id) on delete set null,
  datasource_id text,
  -- [{key, value, useDatasource}]. json: kept as it was sent.
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

-- One run. Everything that decides what it comes to is kept here as it was: the definition itself, the datasource's state, the
-- mapping. Its rows are in ClickHouse, in a table of their own (`experiment_<id>`), which goes when this row goes.
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
  -- Canonical JSON and its SHA-256, as of a version.
  definition text not null,
  solution_hash text not null check (solution_hash ~ '^[0-9a-f]{64}$'),
  behaviour integer not null,
  datasource_id text not null,
  -- {name, type, importWss, recordCount, columns: [{name, key, type}]}.
  datasource json not null,
  -- [{key, value, useDatasource}] of the fields that there were.
  field_mapping json not null,
  -- Ranges of so many row numbers are one partition each; all rows below `next_row` are done.
  range_rows bigint not null check (range_rows > 0),
  next_row bigint not null default 0,
  rows bigint not null default 0,
  total_rows bigint,
  -- Whose it is: a worker that finds another's name here has been taken for dead, and stops.
  lease text not null default '',
  -- What the columns of the table say, what is in them, and how the records ended: known when it is done.
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
-- Who ran what over which data is a record; how far it is, is not.
call airlock.audited('experiment_results', noun => 'experimentResult', large => '{definition}',
  unnoticed => '{status,message,next_row,rows,total_rows,lease,layout,fields,outcomes,started_at,ended_at}');

-- Of these results, of whatever organisation, those whose tables are still wanted, and who writes them.
create function airlock.experiment_results_kept(ids text[]) returns table (id text, lease text)
  language sql stable security definer set search_path = public
  as $$ select r.id, case when r.status = 'running' then r.lease else '' end
        from experiment_results r where r.id = any (ids) and r.status in ('waiting', 'running', 'done') $$;
comment on function airlock.experiment_results_kept is 'For the worker that removes tables which nobody needs any more from ClickHouse. Answers only what it was asked.';
revoke execute on function airlock.experiment_results_kept from public;
grant execute on function airlock.experiment_results_kept to airlock_app;
