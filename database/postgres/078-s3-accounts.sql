-- An organisation's account of its own S3-compatible server: files for datasources, in addition to those of its Google service account.
--
-- The secret key is encrypted like key files (010-service-accounts.sql).

create table s3_accounts (
  organisation_id text primary key references organisations (id) on delete cascade,
  -- Scheme, host and port.
  endpoint text not null check (endpoint ~ '^https?://[^/?#@]+$'),
  region text not null check (region <> ''),
  access_key text not null check (access_key <> ''),
  -- The only ones that are read.
  buckets text[] not null check (cardinality(buckets) between 1 and 20),
  -- The master key with which the data key is encrypted.
  master_key text not null check (master_key <> ''),
  sealed_data_key bytea not null,
  sealed_secret_key bytea not null,
  -- Kept when the user is deleted, as in service_accounts.
  stored_by_name text not null default '',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
create index on s3_accounts (master_key);
call airlock.stamped('s3_accounts', 'master_key', 'sealed_data_key');
call airlock.belongs_to_managed_organisation('s3_accounts');
call airlock.audited('s3_accounts', record_column => 'organisation_id', secret => '{sealed_data_key,sealed_secret_key}', unnoticed => '{master_key}');

-- As in 060, with S3 accounts.
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
      when 's3Account' then image->>'endpoint'
      else coalesce(image->>'name', image->>'client_email')
    end, '')
  $$;
