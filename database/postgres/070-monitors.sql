-- Monitors: measures of a solution's decisions, evaluated by the worker over a sliding window; and firings: the times when a measure was outside its
-- rule.

create table monitors (
  id text primary key,
  organisation_id text not null,
  solution_id text not null,
  name text not null,
  -- {kind, outcome | reasonCode | predictionWss}
  measure jsonb not null,
  -- {kind: 'threshold', min, max} or {kind: 'unlike'}
  rule jsonb not null,
  window_minutes integer not null check (window_minutes > 0),
  -- Windows with fewer decisions are not evaluated.
  min_decisions integer not null check (min_decisions >= 0),
  -- Recipients of mails. Ids of users and groups that were deleted since are skipped.
  notify_users text[] not null default '{}',
  notify_groups text[] not null default '{}',
  muted_until timestamptz,
  -- The worker's last result.
  judgement text not null default 'waiting' check (judgement in ('waiting', 'inside', 'outside', 'tooFew', 'noHistory')),
  value double precision,
  decisions integer,
  -- {median, min, max} of the same hour of the last four weeks.
  usual jsonb,
  -- The newest points of the chart, oldest first: [{date, value, min, max}]
  points jsonb not null default '[]',
  judged_at timestamptz,
  -- When the worker last tried, also if it failed: determines what is due next.
  tried_at timestamptz,
  -- Since when it could not be evaluated, because the counts could not be read.
  unjudged_since timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
create index on monitors (solution_id);
create index on monitors (tried_at nulls first);
call airlock.stamped('monitors', 'judgement', 'value', 'decisions', 'usual', 'points', 'judged_at', 'tried_at', 'unjudged_since');
call airlock.belongs_to_organisation('monitors');
call airlock.audited('monitors',
  unnoticed => '{judgement,value,decisions,usual,points,judged_at,tried_at,unjudged_since}');

create table firings (
  id text primary key,
  organisation_id text not null,
  monitor_id text not null,
  -- The monitor's name when the firing began.
  name text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  -- The value when it began, and the value furthest outside the limits.
  value double precision not null,
  peak double precision not null,
  decisions integer not null,
  usual jsonb,
  -- Since when every window was inside again: it ends when that has lasted for another window.
  inside_since timestamptz,
  -- [{date, event, to: [name]}]
  notified jsonb not null default '[]',
  -- The chart as it was when the firing ended.
  points jsonb not null default '[]',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  foreign key (organisation_id, monitor_id) references monitors (organisation_id, id) on delete cascade
);
create unique index on firings (monitor_id) where ended_at is null;
create index on firings (organisation_id, began_at desc);
create index on firings (monitor_id, began_at desc);
call airlock.stamped('firings', 'peak', 'inside_since', 'notified', 'points');
call airlock.belongs_to_organisation('firings');
call airlock.audited('firings', unnoticed => '{value,peak,decisions,usual,inside_since,notified,points}');

create function airlock.due_monitors(rest interval, max_each integer)
  returns table (organisation_id text, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    -- A limit per organisation: one with many monitors does not delay others.
    select due.organisation_id, due.id from (
      select m.organisation_id, m.id, row_number() over (partition by m.organisation_id order by m.tried_at nulls first, m.id) as position
      from monitors m join solutions s on s.id = m.solution_id
      where (m.tried_at is null or m.tried_at <= now() - rest) and s.deleted_at is null
    ) due
    where due.position <= max_each
    order by due.organisation_id, due.id
  $$;
comment on function airlock.due_monitors is 'Monitors that were not judged for that long, over all organisations, with a limit for each.';
revoke execute on function airlock.due_monitors from public;
grant execute on function airlock.due_monitors to airlock_app;
