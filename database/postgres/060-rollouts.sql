-- A rollout lets another version decide in addition to the live one (shadow), for a share of the calls (split), or for a growing share (ramp).

create table rollouts (
  id text primary key,
  organisation_id text not null,
  solution_id text not null,
  -- From 1 in each solution.
  number integer not null,
  kind text not null check (kind in ('shadow', 'split', 'ramp')),
  status text not null default 'running' check (status in ('running', 'promoted', 'ended', 'rolledBack')),
  -- The challenger.
  version_id text not null references versions (id) on delete cascade,
  -- The champion: the live version when the rollout began.
  live_version_id text not null references versions (id) on delete cascade,
  -- Share of the calls, in units of 1/10,000.
  share integer not null check (share between 1 and 10000),
  -- The input field whose value determines the arm; null: each call at random.
  field text,
  -- For a ramp: [{share, minutes}], the share in percent.
  steps jsonb not null default '[]',
  step integer not null default 0,
  step_at timestamptz,
  -- [{measure, limit, minimum}]
  guards jsonb not null default '[]',
  -- [{measure, state, value, decisions}], as last evaluated.
  guard_states jsonb not null default '[]',
  -- {datasourceWss, executionColumn, outcomeColumn, value, name}
  known_outcome jsonb,
  reason text not null default '',
  message text not null default '',
  -- The request whose approvals allow it, if the policy requires one.
  request_id text references release_requests (id) on delete set null,
  -- The release that promotes it.
  release_id text references releases (id) on delete set null,
  -- When every runtime could serve the version: entries name it only from then on.
  began_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (solution_id, number),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
-- A caller is in one arm of one rollout, and a shadow decides in addition to any other.
create unique index on rollouts (solution_id) where status = 'running' and kind <> 'shadow';
create unique index on rollouts (solution_id) where status = 'running' and kind = 'shadow';
create index on rollouts (version_id);
create index on rollouts (live_version_id);
create index on rollouts (request_id);
create index on rollouts (release_id);
create index on rollouts (id) where status = 'running';
call airlock.stamped('rollouts', 'guard_states', 'began_at', 'step_at');
call airlock.belongs_to_organisation('rollouts');
call airlock.audited('rollouts', unnoticed => '{guard_states,began_at,step_at}');

-- Over all organisations: rollouts that answer callers, for the worker that evaluates them. Those of deleted solutions are excluded.
create function airlock.running_rollouts() returns table (organisation_id text, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select o.organisation_id, o.id
    from rollouts o
    join solutions s on s.id = o.solution_id
    where o.status = 'running' and o.kind <> 'shadow' and o.began_at is not null and s.deleted_at is null
    order by o.id
  $$;
revoke all on function airlock.running_rollouts() from public;
grant execute on function airlock.running_rollouts() to airlock_app;

-- As in 059, with rollouts.
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
      when 'rollout' then airlock.name_of(organisation, 'solution', image->>'solution_id') || ': '
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

-- As in 058; for a release also the rollouts of its entry, with their shares.
create or replace function airlock.standing_orders(of_kind text, after_id text, at_most integer)
  returns table (organisation_id text, id text, summary text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    (
      select v.organisation_id, v.id, case when v.deleted_at is null then v.desired || ' ' || v.hash else 'gone' end
      from versions v
      where of_kind = 'version' and v.desired is not null and v.id > after_id
      order by v.id
      limit at_most
    )
    union all
    (
      select k.organisation_id, k.id, case when k.revoked_at is null then k.hash else 'gone' end
      from keys k
      where of_kind = 'key' and k.id > after_id
      order by k.id
      limit at_most
    )
    union all
    (
      select s.organisation_id, s.id, s.master_key || ' ' || s.revision
      from secrets s
      where of_kind = 'secret' and s.id > after_id
      order by s.id
      limit at_most
    )
    union all
    (
      select s.organisation_id, s.id, case when s.deleted_at is not null then 'gone' else r.id || coalesce((
        select string_agg(' ' || k.key, '' order by k.key) from solution_keys k where k.solution_id = s.id and (k.until is null or k.until > now())
      ), '') || coalesce((
        select string_agg(' ' || o.id || ':' || o.share, '' order by o.id)
        from rollouts o
        where o.solution_id = s.id and o.status = 'running' and o.began_at is not null
      ), '') end
      from solutions s
      join releases r on r.solution_id = s.id and r.status = 'live'
      where of_kind = 'release' and s.id > after_id
      order by s.id
      limit at_most
    )
  $$;
