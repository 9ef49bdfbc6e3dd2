-- Keys of system accounts. Runtimes get them through JetStream. This table is the source.

create table keys (
  id text primary key,
  organisation_id text not null,
  user_id text not null,
  name text not null check (name <> ''),
  -- SHA-256 of the secret, hex. The secret was shown once and is not stored.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  foreign key (organisation_id, user_id) references users (organisation_id, id) on delete cascade
);
create index on keys (user_id, created_at, id) where revoked_at is null;
call airlock.stamped('keys', 'last_used_at');
call airlock.belongs_to_managed_organisation('keys');
