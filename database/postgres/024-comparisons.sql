-- Comparisons of two flows over the same past executions: which results differ, and where the paths diverge. Both definitions are stored as they were
-- compared, so that a comparison can be viewed after the draft has changed. ClickHouse (comparison_records) has only the ids of different executions:
-- the values are in the executions, which can be erased.
create table comparisons (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- {versionId, solutionId, versionName, solutionName, behaviour}. A draft has no version.
  left_side json not null,
  right_side json not null,
  left_definition text not null,
  right_definition text not null,
  -- Which side's executions are compared.
  executions_of text not null check (executions_of in ('left', 'right')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  outcome_field text,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  message text not null default '',
  rows bigint not null default 0,
  total_rows bigint,
  -- The last counted execution, after which a worker continues.
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
-- The comparison itself is audited, its progress is not.
call airlock.audited('comparisons', large => '{left_definition,right_definition}',
  unnoticed => '{status,message,rows,total_rows,position,summary,finished_at}');
