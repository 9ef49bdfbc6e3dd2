-- A release determines which version answers at the solution's key. At most one release of a solution is live.

create table releases (
  id text primary key,
  organisation_id text not null,
  solution_id text not null,
  -- From 1 in each solution.
  number integer not null,
  version_id text not null references versions (id) on delete cascade,
  -- A rollback releases a version that was live before.
  kind text not null check (kind in ('release', 'rollback')),
  -- The reason entered by the user who released it.
  reason text not null default '',
  -- Scheduled until it starts, live until the next one starts.
  status text not null default 'scheduled' check (status in ('scheduled', 'live', 'ended', 'cancelled', 'failed')),
  begins_at timestamptz not null default now(),
  live_at timestamptz,
  -- When every live runtime had confirmed it.
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- Why it failed.
  message text not null default '',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (solution_id, number),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
create unique index on releases (solution_id) where status = 'live';
create index on releases (version_id);
call airlock.stamped('releases', 'confirmed_at');
call airlock.belongs_to_organisation('releases');
call airlock.audited('releases', unnoticed => '{confirmed_at}');

-- As in 055, with releases.
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
      when 'key' then airlock.name_of(organisation, 'user', image->>'user_id') || ': ' || (image->>'name')
      when 'experimentResult' then airlock.name_of(organisation, 'experiment', image->>'experiment_id')
      when 'trainingJob' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      when 'predictionModel' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      -- The noun is derived from the name of the table, prediction_watches.
      when 'predictionWatche' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      else coalesce(image->>'name', image->>'client_email')
    end, '')
  $$;

-- As in 018, with the live releases of solutions: by solution, with the release and its valid keys.
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
      ), '') end
      from solutions s
      join releases r on r.solution_id = s.id and r.status = 'live'
      where of_kind = 'release' and s.id > after_id
      order by s.id
      limit at_most
    )
  $$;
