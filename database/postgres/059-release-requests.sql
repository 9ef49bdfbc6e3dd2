-- Release policies, and requests to release a version, with their comments and decisions.

create table release_policies (
  -- The solution's id, or the organisation's for all solutions without a policy of their own.
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  solution_id text,
  approvals integer not null check (approvals between 0 and 10),
  own_approval boolean not null,
  bypass boolean not null,
  -- How many of the last executions of the live version are compared.
  executions integer not null,
  gates jsonb not null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  check (id = coalesce(solution_id, organisation_id)),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
create index on release_policies (organisation_id);
call airlock.stamped('release_policies');
call airlock.belongs_to_organisation('release_policies');
call airlock.audited('release_policies', noun => 'releasePolicy');

create table release_requests (
  id text primary key,
  organisation_id text not null,
  solution_id text not null,
  -- From 1 in each solution.
  number integer not null,
  version_id text not null references versions (id) on delete cascade,
  description text not null default '',
  status text not null default 'open' check (status in ('open', 'released', 'rejected', 'withdrawn')),
  -- The live version when the request ended.
  live_version_id text references versions (id) on delete set null,
  -- A counter of gate runs: a job of an earlier run stores nothing.
  gates_run integer not null default 0,
  gates_state text not null default 'running' check (gates_state in ('running', 'done')),
  gates_at timestamptz,
  -- [{gate, status, value, limit, reason}]
  gates jsonb not null default '[]',
  -- The live version and this one over the last executions, for the current run of the gates.
  comparison_id text references comparisons (id) on delete set null,
  release_id text references releases (id) on delete set null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (solution_id, number),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
-- One open request per solution: two would be compared with the same live version, which is wrong for the second.
create unique index on release_requests (solution_id) where status = 'open';
create index on release_requests (version_id);
create index on release_requests (live_version_id);
create index on release_requests (comparison_id);
create index on release_requests (release_id);
call airlock.stamped('release_requests', 'gates_run', 'gates_state', 'gates_at', 'gates', 'comparison_id');
call airlock.belongs_to_organisation('release_requests');
call airlock.audited('release_requests', noun => 'releaseRequest',
  unnoticed => '{gates_run,gates_state,gates_at,gates,comparison_id}');

-- The thread of a request. Append-only; an approval that no longer counts is marked void.
create table release_request_events (
  id text primary key,
  organisation_id text not null,
  request_id text not null references release_requests (id) on delete cascade,
  kind text not null check (kind in ('comment', 'approved', 'rejected', 'replaced', 'gates', 'withdrawn', 'released', 'bypassed')),
  text text not null default '',
  version_id text not null references versions (id) on delete cascade,
  is_void boolean not null default false,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
create index on release_request_events (request_id, id);
create index on release_request_events (version_id);
-- Each user's approval counts once.
create unique index on release_request_events (request_id, created_by) where kind = 'approved' and not is_void;
call airlock.stamped('release_request_events', 'is_void');
call airlock.belongs_to_organisation('release_request_events');
call airlock.audited('release_request_events', noun => 'releaseRequestEvent');

-- As in 058, with policies and requests.
create or replace function airlock.record_name(organisation text, of_noun text, image jsonb) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select coalesce(case of_noun
      when 'user' then coalesce(nullif(trim((image->>'first_name') || ' ' || (image->>'name')), ''), image->>'email')
      when 'userRole' then
        airlock.name_of(organisation, 'user', image->>'user_id') || ': ' || airlock.name_of(organisation, 'role', image->>'role_id')
      when 'groupMember' then
        airlock.name_of(organisation, 'group', image->>'group_id') || ': ' || airlock.name_of(organisation, 'user', image->>'user_id')
      when 'groupRole' then
        airlock.name_of(organisation, 'group', image->>'group_id') || ': ' || airlock.name_of(organisation, 'role', image->>'role_id')
      when 'definition' then airlock.name_of(organisation, 'solution', image->>'solution_id')
      when 'version' then airlock.name_of(organisation, 'solution', image->>'solution_id') || ': ' || (image->>'name')
      when 'release' then airlock.name_of(organisation, 'solution', image->>'solution_id') || ': '
        || coalesce((select v.name from public.versions v where v.id = image->>'version_id'), image->>'version_id')
      when 'releasePolicy' then airlock.name_of(organisation, 'solution', image->>'solution_id')
      when 'releaseRequest' then airlock.name_of(organisation, 'solution', image->>'solution_id') || ': '
        || coalesce((select v.name from public.versions v where v.id = image->>'version_id'), image->>'version_id')
      when 'releaseRequestEvent' then coalesce((
        select airlock.name_of(organisation, 'solution', v.solution_id) || ': ' || v.name from public.versions v where v.id = image->>'version_id'
      ), image->>'version_id')
      when 'key' then airlock.name_of(organisation, 'user', image->>'user_id') || ': ' || (image->>'name')
      when 'experimentResult' then airlock.name_of(organisation, 'experiment', image->>'experiment_id')
      when 'trainingJob' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      when 'predictionModel' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      -- The noun is derived from the name of the table, prediction_watches.
      when 'predictionWatche' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      else coalesce(image->>'name', image->>'client_email')
    end, '')
  $$;
