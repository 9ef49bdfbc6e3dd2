-- Organisations, their users, and their permissions.

create table organisations (
  id text primary key,
  name text not null check (name <> ''),
  -- A short readable handle, unique among the organisations that one organisation manages.
  code text not null,
  -- The organisation whose administrators may see and change this one's users. Null for the first organisation.
  managed_by text references organisations (id) on delete restrict,
  -- True: Airlock's own bucket and warehouse. False: the organisation's service account.
  use_airlock boolean not null default true,
  project_id text not null default '',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  check (managed_by is distinct from id)
);
create index on organisations (managed_by, lower(name), id);
call airlock.stamped('organisations');

-- The only table whose key is the organisation itself, so its policy is written out.
alter table organisations enable row level security;
alter table organisations force row level security;
create policy own_or_managed on organisations
  using (id = (select airlock.current_organisation()) or managed_by = (select airlock.current_organisation()));
grant select, insert, update, delete on organisations to airlock_app;

create table users (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  type text not null check (type in ('User', 'System account')),
  first_name text not null default '',
  -- The last name of a person, the name of a system account.
  name text not null,
  description text not null default '',
  email text not null,
  code text not null default '',
  -- invited, confirmed (opened the invitation's key), active (bound to a person, or a system account), disabled.
  status text not null check (status in ('invited', 'confirmed', 'active', 'disabled')),
  -- The identity at the identity provider, set at the first sign-in and never manually.
  issuer text,
  subject text,
  last_login_at timestamptz,
  dashboard jsonb not null default '[]',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id),
  check ((issuer is null) = (subject is null)),
  check (type = 'User' or subject is null)
);
-- One person at the provider is one user. An address is unique in an organisation, but another organisation may invite the same address: uniqueness
-- across organisations would reveal the users of one to another.
create unique index on users (issuer, subject) where subject is not null;
create unique index users_address on users (organisation_id, lower(email)) where type = 'User';
create index on users (lower(email)) where type = 'User';
create index on users (organisation_id, lower(name), id);
create index on users (lower(name), id);
call airlock.stamped('users', 'last_login_at', 'dashboard');
call airlock.belongs_to_managed_organisation('users');

create table activation_keys (
  id text primary key,
  organisation_id text not null,
  user_id text not null,
  -- SHA-256 of the key, hex. The key itself is only in the mail.
  hash text not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (organisation_id, user_id) references users (organisation_id, id) on delete cascade
);
create index on activation_keys (user_id);
call airlock.belongs_to_managed_organisation('activation_keys');

create table roles (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name <> ''),
  description text not null default '',
  code text not null,
  -- Permission strings of the contract. '*' means all of them, including those of later releases, and only ADMI has it.
  permissions text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id),
  unique (organisation_id, code),
  check (('*' = any (permissions)) = (code = 'ADMI'))
);
create index on roles (organisation_id, lower(name), id);
call airlock.stamped('roles');
call airlock.belongs_to_managed_organisation('roles');

-- Both sides of each relation below have the organisation, so that foreign keys prevent a user of one organisation from having a role or a membership
-- of another.

create table user_roles (
  organisation_id text not null,
  user_id text not null,
  role_id text not null,
  created_at timestamptz not null default now(),
  created_by text default airlock.current_user_id(),
  primary key (user_id, role_id),
  foreign key (organisation_id, user_id) references users (organisation_id, id) on delete cascade,
  foreign key (organisation_id, role_id) references roles (organisation_id, id) on delete cascade
);
create index on user_roles (role_id);
call airlock.belongs_to_managed_organisation('user_roles');

create table groups (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name <> ''),
  description text not null default '',
  code text not null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id),
  unique (organisation_id, code)
);
create index on groups (organisation_id, lower(name), id);
call airlock.stamped('groups');
call airlock.belongs_to_managed_organisation('groups');

create table group_members (
  organisation_id text not null,
  group_id text not null,
  user_id text not null,
  created_at timestamptz not null default now(),
  created_by text default airlock.current_user_id(),
  primary key (group_id, user_id),
  foreign key (organisation_id, group_id) references groups (organisation_id, id) on delete cascade,
  foreign key (organisation_id, user_id) references users (organisation_id, id) on delete cascade
);
create index on group_members (user_id);
call airlock.belongs_to_managed_organisation('group_members');

create table group_roles (
  organisation_id text not null,
  group_id text not null,
  role_id text not null,
  created_at timestamptz not null default now(),
  created_by text default airlock.current_user_id(),
  primary key (group_id, role_id),
  foreign key (organisation_id, group_id) references groups (organisation_id, id) on delete cascade,
  foreign key (organisation_id, role_id) references roles (organisation_id, id) on delete cascade
);
create index on group_roles (role_id);
call airlock.belongs_to_managed_organisation('group_roles');

-- The permissions of a user, through their own roles and those of their groups. Runs as the caller, so row-level security applies.
create function airlock.permissions_of(of_user text) returns setof text
  language sql stable
  as $$
    select distinct unnest(r.permissions)
    from roles r
    where r.id in (
      select role_id from user_roles where user_id = of_user
      union all
      select gr.role_id from group_members gm join group_roles gr using (group_id) where gm.user_id = of_user
    )
  $$;
