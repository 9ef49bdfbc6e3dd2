-- Datasources: files that were imported into a table of their own in ClickHouse, and tables that stay in the organisation's BigQuery. Only the
-- organisation itself sees these rows, not even the organisation that manages it.

create table datasources (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name <> ''),
  type text not null check (type in ('LinkedStorage', 'BigQuery')),
  table_type text not null default 'custom' check (table_type in ('predictiveAnalytics', 'custom')),
  -- The table name for users: derived from the file's name, or the table's own name in BigQuery.
  table_name text not null check (table_name <> ''),
  project_id text not null default '',
  -- For a BigQuery table.
  dataset text not null default '',
  -- For a file: the bucket, empty for Airlock's own, and the object in it.
  bucket text not null default '',
  object text not null default '',
  -- [{name, key, type}], in the order of the source. key is the column's name in ClickHouse. json: stored as written.
  columns json not null,
  selected_columns text[] not null,
  -- importing until the table is complete. A failed import leaves nothing.
  status text not null check (status in ('importing', 'ready', 'failed', 'cancelled')),
  record_count bigint check (record_count >= 0),
  counted_at timestamptz,
  -- Profiles of the columns, computed when the table was filled.
  profile json,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id)
);
call airlock.stamped('datasources', 'status', 'record_count', 'counted_at', 'profile');
call airlock.belongs_to_organisation('datasources');
call airlock.audited('datasources', large => '{columns}', unnoticed => '{status,record_count,counted_at,profile}');
call airlock.listed('datasources', 'lower(name)', 'lower(table_name)', 'type', 'coalesce(record_count, -1)');
create index datasources_search on datasources using gin (lower(name || ' ' || table_name) gin_trgm_ops);
call airlock.in_halves('datasources',
  'type, lower(name) as name, lower(table_name) as table_name, coalesce(record_count, -1) as record_count,'
  ' lower(name || '' '' || table_name) as search');

-- The import of a file into a table, one per datasource with a file. A worker stores its position after every batch, so that the next one continues
-- there.
create table imports (
  id text primary key,
  organisation_id text not null,
  datasource_id text not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- The format of the file, as detected when the import was requested.
  form json not null,
  -- The generation of the object at that time: an import does not continue with another object of the same name.
  generation text not null,
  total_bytes bigint not null,
  -- Bytes of the file that were read, the position in its text, and the rows up to it.
  bytes bigint not null default 0,
  place json not null default '{"offset":0,"rows":0}',
  rows bigint not null default 0,
  rejected_rows bigint not null default 0,
  -- The lease's owner: a worker that finds another owner here has lost the lease, and stops.
  lease text not null default '',
  -- Why it failed.
  message text not null default '',
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  foreign key (organisation_id, datasource_id) references datasources (organisation_id, id) on delete cascade
);
create index on imports (organisation_id, id);
create index on imports (datasource_id);
call airlock.stamped('imports');
call airlock.belongs_to_organisation('imports');

-- An upload in pieces into Airlock's own bucket. Deleted when it is complete or abandoned.
create table uploads (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- The user's name of the file, and its name in the bucket.
  file_name text not null check (file_name <> ''),
  object text not null check (object <> ''),
  length bigint not null check (length > 0),
  received bigint not null default 0,
  -- The bucket server's session, which allows appending to this object.
  session text not null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
create index on uploads (organisation_id, id);
call airlock.stamped('uploads');
call airlock.belongs_to_organisation('uploads');

-- Those of these datasources, over all organisations, that do not exist any more: their tables can be dropped.
create function airlock.datasources_gone(ids text[]) returns setof text
  language sql stable security definer set search_path = public
  as $$ select id from unnest(ids) as given (id) where not exists (select from datasources d where d.id = given.id) $$;
comment on function airlock.datasources_gone is 'For the worker that removes what deleted organisations left in ClickHouse. Answers only what it was asked.';
revoke execute on all routines in schema airlock from public;
grant execute on function airlock.datasources_gone to airlock_app;
