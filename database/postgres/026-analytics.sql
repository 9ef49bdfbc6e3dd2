-- Predictions that learn from events and score everybody again and again: the scheduler, its runs, and the scores.

alter table predictions
  -- {personColumn, timeColumn, eventColumn, amountColumn, target, horizonDays, windows}. json: kept as it was written.
  add column analytics json not null default '{}',
  -- When the scheduler runs it next, by the clock of this database; null while it is stopped.
  add column next_run_at timestamptz,
  -- When the scheduler was started, which is what intervals are counted from; null while it is stopped.
  add column scheduled_from timestamptz;
create index predictions_due on predictions (next_run_at) where next_run_at is not null;
-- What a run made of the prediction is no edit of a person's. That the scheduler was started or stopped, and which model new versions
-- pin, is a record all the same.
drop trigger stamp on predictions;
call airlock.stamped('predictions', 'status', 'status_message', 'latest_model', 'deployed_model', 'next_run_at');
call airlock.audited('predictions', unnoticed => '{status,status_message,latest_model,next_run_at}');

-- One run: a training if there is something new to learn from, and the scores of everybody. A worker writes down that it lives; one that
-- died before its end is taken over, with the same moment that it looks from.
create table prediction_runs (
  id text primary key,
  organisation_id text not null,
  prediction_id text not null,
  -- Counted from 1 for each prediction.
  number integer not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'missed')),
  planned_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- Whose it is: a worker that finds another's name here has been taken for dead, and stops. Takings are counted.
  lease text not null default '',
  tries integer not null default 0,
  told_at timestamptz not null default now(),
  -- Events after this moment are not known to it.
  as_of timestamptz,
  -- Of the events and of what is to be learnt from them: the same again, and there is nothing to train.
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
-- Never two at once, whatever workers believe.
create unique index prediction_runs_one_at_a_time on prediction_runs (prediction_id) where status in ('waiting', 'running');
call airlock.belongs_to_organisation('prediction_runs');

-- What a model said about everybody at one moment: whole or not at all, because the artefact stands in the row. Never changed; older ones go.
create table prediction_scores (
  organisation_id text not null,
  prediction_id text not null,
  number integer not null check (number > 0),
  model integer not null,
  run_id text not null,
  as_of timestamptz not null,
  persons bigint not null,
  -- SHA-256 of the artefact before it was packed.
  hash text not null,
  -- Hashes of persons' keys and their scores, packed with gzip.
  artefact bytea not null,
  created_at timestamptz not null default now(),
  primary key (prediction_id, number),
  -- A run that begins again finds what it has done.
  unique (run_id, model),
  foreign key (prediction_id, model) references prediction_models (prediction_id, number) on delete cascade,
  foreign key (organisation_id, prediction_id) references predictions (organisation_id, id) on delete cascade
);
create index on prediction_scores (prediction_id, model, number);
call airlock.belongs_to_organisation('prediction_scores');
revoke update on prediction_scores from airlock_app;

-- What schedulers of every organisation have to begin, asked by the workers. Ids alone; whoever begins it reads the row inside its
-- organisation, behind the locks, and looks at the clock again.
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
