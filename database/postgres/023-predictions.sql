-- Predictions of an organisation: the configuration, the trainings, and the resulting models.

create table predictions (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name <> ''),
  code text not null check (code <> ''),
  type text not null check (type in ('standard', 'analyticsPrediction')),
  description text not null default '',
  status text not null check (status in ('configuring', 'training', 'trained', 'failed', 'schedulerStopped', 'schedulerRunning')),
  -- The status as a message for users, empty before the first training.
  status_message text not null default '',
  training_datasource_id text,
  test_datasource_id text,
  evaluation_datasource_id text,
  events_datasource_id text,
  -- {columns, selectedRowKeys, labelField, inputFields}. json: stored as written.
  mapping json not null default '{}',
  settings json not null default '{}',
  scheduler json not null default '{}',
  -- The model that new versions pin, and the one that was trained last.
  deployed_model integer,
  latest_model integer,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id),
  unique (organisation_id, code),
  -- Set to null when the datasource is deleted.
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

-- One training. A worker stores its progress. One that died before the model was stored starts again, with the same rows and seed.
create table training_jobs (
  id text primary key,
  organisation_id text not null,
  prediction_id text not null,
  -- From 1 in each prediction.
  number integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'training', 'trained', 'failed', 'cancelled')),
  -- The configuration when the training was requested.
  config json not null,
  -- The lease's owner: a worker that finds another owner here has lost the lease, and stops. Acquisitions are counted.
  lease text not null default '',
  tries integer not null default 0,
  iteration integer not null default 0,
  iterations integer not null default 0,
  rows bigint,
  curve json not null default '[]',
  stages json not null default '[]',
  search json,
  -- [{at, level, message}]
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
-- The training itself is audited, its progress is not.
call airlock.audited('training_jobs', record_column => 'prediction_id',
  unnoticed => '{status,lease,tries,iteration,iterations,rows,curve,stages,search,log,message,model,metric,told_at,ended_at}');

-- The result of a training: complete or absent, because the artefact is in the row. Immutable.
create table prediction_models (
  organisation_id text not null,
  prediction_id text not null,
  number integer not null check (number > 0),
  training_job_id text not null,
  objective text not null check (objective in ('binary', 'multiclass', 'regression')),
  -- SHA-256 of the artefact before compression, and of the rows that it learned from.
  hash text not null,
  rows_hash text not null,
  rows bigint not null,
  metric json not null,
  report json not null,
  -- The forest and the names of its columns, compressed with gzip.
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

-- The models that a version uses. A model that a version needs cannot be deleted.
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
