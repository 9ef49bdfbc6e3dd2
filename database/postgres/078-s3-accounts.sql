-- An organisation's account of its own S3-compatible server: files for datasources, beside those of its Google service account.
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
