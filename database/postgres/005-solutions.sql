-- Solutions and versions. Only the organisation itself sees these rows, not even the organisation that manages it.

create table solutions (
  id text primary key,
  organisation_id text not null references organisations (id) on delete restrict,
  name text not null check (name <> ''),
  description text not null default '',
  -- Soft delete: past executions are explained with the frozen version they ran with.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id)
);
create index on solutions (organisation_id, lower(name), id) where deleted_at is null;
call airlock.stamped('solutions');
call airlock.belongs_to_organisation('solutions');

-- The draft. A table of its own, so that listing solutions never reads the documents.
create table definitions (
  solution_id text primary key,
  organisation_id text not null,
  -- json, not jsonb: stored as sent, including \u0000 in texts.
  document json not null,
  -- The validator's result when it was saved. Creating a version validates again.
  valid_runtime boolean not null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
call airlock.stamped('definitions');
call airlock.belongs_to_organisation('definitions');

create table versions (
  id text primary key,
  organisation_id text not null,
  solution_id text not null,
  name text not null check (name <> ''),
  description text not null default '',
  -- Canonical JSON, byte for byte what was hashed.
  definition text not null,
  -- SHA-256 of it, hex.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- The behaviour number of the flow language with which it was frozen.
  behaviour integer not null,
  -- The requested state; null if it was never deployed. Published to runtimes through JetStream.
  desired text check (desired in ('serving', 'stopped')),
  -- The state that runtimes reported.
  deployment_status text not null default 'notDeployed'
    check (deployment_status in ('notDeployed', 'serving', 'stopped', 'error')),
  deployment_message text not null default '',
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
create index on versions (solution_id, created_at, id) where deleted_at is null;
create index on versions (organisation_id, lower(name), id) where desired is not null and deleted_at is null;
call airlock.stamped('versions', 'desired', 'deployment_status', 'deployment_message');
call airlock.belongs_to_organisation('versions');

create function airlock.keep_frozen() returns trigger
  language plpgsql
  as $$
begin
  if (new.definition, new.hash, new.behaviour, new.solution_id, new.organisation_id)
     is distinct from (old.definition, old.hash, old.behaviour, old.solution_id, old.organisation_id) then
    raise exception 'A version is frozen.' using errcode = 'AL005';
  end if;
  return new;
end
$$;
revoke execute on function airlock.keep_frozen from public;
create trigger keep_frozen before update on versions for each row execute function airlock.keep_frozen();
