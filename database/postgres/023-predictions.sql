-- Scores that an organisation learns from its datasources: what is to be learnt, the trainings, and the models that came of them.

create table predictions (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name <> ''),
  code text not null check (code <> ''),
  type text not null check (type in ('standard', 'analyticsPrediction')),
  description text not null default '',
  status text not null check (status in ('configuring', 'training', 'trained', 'failed', 'schedulerStopped', 'schedulerRunning')),
  -- What people are told of the status; empty while nothing was trained.
  status_message text not null default '',
  training_datasource_id text,
  test_datasource_id text,
  evaluation_datasource_id text,
  events_datasource_id text,
  -- {columns, selectedRowKeys, labelField, inputFields}. json: kept as it was written.
  mapping json not null default '{}',
  settings json not null default '{}',
  scheduler json not null default '{}',
  -- The number that new versions pin, and the one that was trained last.
  deployed_model integer,
  latest_model integer,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id),
  unique (organisation_id, code),
  -- A datasource that is deleted leaves its place empty.
  foreign key (organisation_id, training_datasource_id) references datasources (organisation_id, id) on delete set null (training_datasource_id),
  foreign key (organisation_id, test_datasource_id) references datasources (organisation_id, id) on delete set null (test_datasource_id),
  foreign key (organisation_id, evaluation_datasource_id) references datasources (organisation_id, id) on delete set null (evaluation_datasource_id),
  foreign key (organisation_id, events_datasource_id) references datasources (organisation_id, id) on delete set null (events_datasource_id)
);
create index on predictions (training_datasource_id) where training_datasource_id is not null;
create index on predictions (test_datasource_id) where test_datasource_id is not null;
create index on predictions (evaluation_datasource_id) where evaluation_datasource_id is not null;
create index on predictions (events_datasource_id) where events_datasource_id is not null;
call airlock.stamped('predictions', 'status', 'status_message', 'latest_model');
call airlock.belongs_to_organisation('predictions');
call airlock.audited('predictions', unnoticed => '{status,status_message,latest_model}');
call airlock.listed('predictions', 'lower(name)', 'type', 'lower(status_message)');
create index predictions_search on predictions using gin (lower(name || ' ' || description) gin_trgm_ops);
call airlock.in_halves('predictions',
  'type, lower(name) as name, lower(status_message) as status, lower(name || '' '' || description) as search');

-- One training. A worker writes down how far it is; one that died before the model was kept begins again, with the same rows and seed.
create table training_jobs (
  id text primary key,
  organisation_id text not null,
  prediction_id text not null,
  -- Counted from 1 for each prediction.
  number integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'training', 'trained', 'failed', 'cancelled')),
  -- The configuration as it was when the training was asked for.
  config json not null,
  -- Whose it is: a worker that finds another's name here has been taken for dead, and stops. Takings are counted.
  lease text not null default '',
  tries integer not null default 0,
  iteration integer not null default 0,
  iterations integer not null default 0,
  rows bigint,
  curve json not null default '[]',
  stages json not null default '[]',
  search json,
  -- [{at, level, message}]: what it told.
  log json not null default '[]',
  message text not null default '',
  model integer,
  metric json,
  told_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (prediction_id, number),
  foreign key (organisation_id, prediction_id) references predictions (organisation_id, id) on delete cascade
);
create index on training_jobs (organisation_id, id);
call airlock.stamped('training_jobs', 'status', 'lease', 'tries', 'iteration', 'iterations', 'rows', 'curve', 'stages', 'search', 'log', 'message', 'model',
  'metric', 'told_at', 'ended_at');
call airlock.belongs_to_organisation('training_jobs');
-- Who had what trained is a record; how far it is, is not.
call airlock.audited('training_jobs', record_column => 'prediction_id',
  unnoticed => '{status,lease,tries,iteration,iterations,rows,curve,stages,search,log,message,model,metric,told_at,ended_at}');

-- What a training came to: whole or not at all, because the artefact stands in the row. Never changed.
create table prediction_models (
  organisation_id text not null,
  prediction_id text not null,
  number integer not null check (number > 0),
  training_job_id text not null,
  objective text not null check (objective in ('binary', 'multiclass', 'regression')),
  -- SHA-256 of the artefact before it was packed, and of the rows that it learnt from.
  hash text not null,
  rows_hash text not null,
  rows bigint not null,
  metric json not null,
  report json not null,
  -- The forest and the names of its columns, packed with gzip.
  artefact bytea not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (prediction_id, number),
  foreign key (organisation_id, prediction_id) references predictions (organisation_id, id) on delete cascade
);
create index on prediction_models (organisation_id, prediction_id);
call airlock.belongs_to_organisation('prediction_models');
revoke update on prediction_models from airlock_app;
call airlock.audited('prediction_models', record_column => 'prediction_id', large => '{artefact}');

-- Which models a version decides with. A model that a version needs cannot go.
create table version_models (
  organisation_id text not null,
  version_id text not null references versions (id) on delete cascade,
  prediction_id text not null,
  number integer not null,
  primary key (version_id, prediction_id, number),
  foreign key (prediction_id, number) references prediction_models (prediction_id, number)
);
create index on version_models (prediction_id, number);
call airlock.belongs_to_organisation('version_models');
revoke update on version_models from airlock_app;

revoke execute on all routines in schema airlock from public;
