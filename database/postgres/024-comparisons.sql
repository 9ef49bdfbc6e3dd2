-- Two flows over the same past executions: what comes out differently, and where the flow moved. Both definitions are kept as they were
-- compared, so that a comparison can be looked at when the draft has long gone on. Which executions differ is in ClickHouse
-- (comparison_records), by id alone: values stand in the executions, which can be erased.
create table comparisons (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- {versionId, solutionId, versionName, solutionName, behaviour}; a draft has no version.
  left_side json not null,
  right_side json not null,
  left_definition text not null,
  right_definition text not null,
  -- Whose executions they are.
  executions_of text not null check (executions_of in ('left', 'right')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  outcome_field text,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  message text not null default '',
  rows bigint not null default 0,
  total_rows bigint,
  -- The last execution that is counted in; a worker goes on behind it.
  position json,
  summary json not null,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
create index on comparisons (organisation_id, id);
call airlock.stamped('comparisons', 'status', 'message', 'rows', 'total_rows', 'position', 'summary', 'finished_at');
call airlock.belongs_to_organisation('comparisons');
-- Who looked into executions, and which, is a record; how far it is, is not.
call airlock.audited('comparisons', large => '{left_definition,right_definition}',
  unnoticed => '{status,message,rows,total_rows,position,summary,finished_at}');
