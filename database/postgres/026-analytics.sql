-- Analytics predictions, which learn from events and score all persons repeatedly: the scheduler, its runs, and the scores.

alter table predictions
  -- {personColumn, timeColumn, eventColumn, amountColumn, target, horizonDays, windows}. json: stored as written.
  add column analytics json not null default '{}',
  -- The next run of the scheduler, by the clock of this database. Null while it is stopped.
  add column next_run_at timestamptz,
  -- When the scheduler was started, from which intervals are counted. Null while it is stopped.
  add column scheduled_from timestamptz;
create index predictions_due on predictions (next_run_at) where next_run_at is not null;
-- Changes by a run are not edits by a user. Starting and stopping the scheduler, and the model that new versions pin, are audited nevertheless.
drop trigger stamp on predictions;
call airlock.stamped('predictions', 'status', 'status_message', 'latest_model', 'deployed_model', 'next_run_at');
call airlock.audited('predictions', unnoticed => '{status,status_message,latest_model,next_run_at}');

-- One run: a training if there is new data, and the scores of all persons. A worker renews its lease. If it dies before the end, another one takes
-- over, with the same cut-off.
create table prediction_runs (
  id text primary key,
  organisation_id text not null,
  prediction_id text not null,
  -- From 1 in each prediction.
  number integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'missed')),
  planned_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- The lease's owner: a worker that finds another owner here has lost the lease, and stops. Acquisitions are counted.
  lease text not null default '',
  tries integer not null default 0,
  told_at timestamptz not null default now(),
  -- Events after this moment are ignored.
  as_of timestamptz,
  -- A hash of the events and the settings: if it is unchanged, there is nothing to train.
  ground text,
  training_job_id text,
  trained boolean not null default false,
  model integer,
  persons bigint,
  message text not null default '',
  created_at timestamptz not null default now(),
  unique (prediction_id, number),
  foreign key (organisation_id, prediction_id) references predictions (organisation_id, id) on delete cascade
);
create index on prediction_runs (organisation_id, prediction_id, number);
-- Never two at the same time, whatever workers do.
create unique index prediction_runs_one_at_a_time on prediction_runs (prediction_id) where status in ('waiting', 'running');
call airlock.belongs_to_organisation('prediction_runs');

-- A model's scores of all persons at one moment: complete or absent, because the artefact is in the row. Immutable; older ones are deleted.
create table prediction_scores (
  organisation_id text not null,
  prediction_id text not null,
  number integer not null check (number > 0),
  model integer not null,
  run_id text not null,
  as_of timestamptz not null,
  persons bigint not null,
  -- SHA-256 of the artefact before compression.
  hash text not null,
  -- Hashes of persons' keys and their scores, compressed with gzip.
  artefact bytea not null,
  created_at timestamptz not null default now(),
  primary key (prediction_id, number),
  -- A run that is resumed finds its completed steps.
  unique (run_id, model),
  foreign key (prediction_id, model) references prediction_models (prediction_id, number) on delete cascade,
  foreign key (organisation_id, prediction_id) references predictions (organisation_id, id) on delete cascade
);
create index on prediction_scores (prediction_id, model, number);
call airlock.belongs_to_organisation('prediction_scores');
revoke update on prediction_scores from airlock_app;

-- Due runs of schedulers over all organisations, for the workers. Only ids: a worker that starts one reads the row inside its organisation, under
-- row-level security, and checks the clock again.
create function airlock.due_predictions(at_most integer)
  returns table (organisation_id text, id text)
  language sql stable security definer set search_path = public
  as $$
    select p.organisation_id, p.id
    from predictions p
    where p.next_run_at <= now() and p.status = 'schedulerRunning'
    order by p.next_run_at
    limit at_most
  $$;
comment on function airlock.due_predictions is 'Predictions whose scheduler has a run to begin, the longest waiting first.';
revoke execute on function airlock.due_predictions from public;
grant execute on function airlock.due_predictions to airlock_app;
