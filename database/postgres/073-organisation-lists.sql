-- Lists of an organisation: sets of keys, and lookup tables from a key to columns. Flows use them; they change on their own schedule.

create table lists (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null,
  description text not null default '',
  key_name text not null,
  key_type text not null check (key_type in ('String', 'Integer', 'Date')),
  -- [{name, type}]: what a key returns, in this order. Empty for a set. Never changed: formulas name them.
  columns jsonb not null,
  -- The highest number of a version, 0 without one. The draft has the next.
  number integer not null default 0,
  -- Of the draft: how many rows it has, and how it differs from the newest version.
  rows integer not null default 0,
  draft_added integer not null default 0,
  draft_changed integer not null default 0,
  draft_removed integer not null default 0,
  -- Grows with every change of a row.
  draft_revision integer not null default 1,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, id)
);
create unique index on lists (organisation_id, lower(name));
call airlock.stamped('lists', 'number', 'rows', 'draft_added', 'draft_changed', 'draft_removed', 'draft_revision');
call airlock.belongs_to_organisation('lists');
call airlock.audited('lists', unnoticed => '{number,rows,draft_added,draft_changed,draft_removed,draft_revision}');

-- What was published, and from when on it is in effect. The moments never go back, so what is in effect is the highest number whose moment
-- has come.
create table list_versions (
  id text primary key,
  organisation_id text not null,
  list_id text not null,
  -- Counts from 1 in each list.
  number integer not null check (number > 0),
  -- The list's name when it was published, and the number.
  name text not null,
  effective_at timestamptz not null,
  rows integer not null,
  -- Compared with the version before.
  added integer not null,
  changed integer not null,
  removed integer not null,
  -- Why, in the words of the user who published it.
  note text not null default '',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (list_id, number),
  foreign key (organisation_id, list_id) references lists (organisation_id, id) on delete cascade
);
call airlock.stamped('list_versions');
call airlock.belongs_to_organisation('list_versions');
call airlock.audited('list_versions');

-- A row belongs to the versions from `added_in` on, up to the one before `removed_in`. A changed row is a removed and an added one. No row has
-- both in the draft: what is added and removed there leaves no trace.
create table list_rows (
  organisation_id text not null,
  list_id text not null,
  -- In the one form that equal keys share: whole numbers without leading zeros, dates as YYYY-MM-DD.
  key text collate "C" not null,
  -- One for each column: text, number, boolean, or null where it is missing.
  cells jsonb not null,
  added_in integer not null,
  removed_in integer check (removed_in > added_in),
  primary key (list_id, key, added_in),
  foreign key (organisation_id, list_id) references lists (organisation_id, id) on delete cascade
);
-- Of the draft, each key once.
create unique index on list_rows (list_id, key) where removed_in is null;
create index on list_rows (list_id, added_in);
create index on list_rows (list_id, removed_in) where removed_in is not null;
call airlock.belongs_to_organisation('list_rows');

-- A version as runtimes get it, built when a version of a solution first needs it: gzip of its buffer.
create table list_artefacts (
  organisation_id text not null,
  list_id text not null,
  number integer not null,
  -- SHA-256 of the buffer, in hexadecimal, and its length.
  hash text not null,
  bytes integer not null,
  artefact bytea not null,
  primary key (list_id, number),
  foreign key (organisation_id, list_id) references lists (organisation_id, id) on delete cascade,
  -- A version that was withdrawn takes it along: its number is used again.
  foreign key (list_id, number) references list_versions (list_id, number) on delete cascade
);
alter table list_artefacts alter column artefact set storage external;
call airlock.belongs_to_organisation('list_artefacts');

-- The rows of a file while they are compared with the list, within one transaction. It is not needed after a crash.
create unlogged table list_incoming_rows (
  organisation_id text not null,
  list_id text not null,
  -- Its number in the file.
  row integer not null,
  key text collate "C" not null,
  cells jsonb not null
);
create index on list_incoming_rows (list_id, key);
call airlock.belongs_to_organisation('list_incoming_rows');

-- Which lists a version of a solution uses: written when it is frozen.
create table version_lists (
  organisation_id text not null,
  version_id text not null references versions (id) on delete cascade,
  list_id text not null,
  -- The number of the list's version that decides; null where the version follows the list.
  pinned integer,
  primary key (version_id, list_id),
  -- No cascade: a list that a version uses is not deleted. Checked at the commit, because deleting an organisation deletes both.
  foreign key (organisation_id, list_id) references lists (organisation_id, id) deferrable initially deferred,
  foreign key (list_id, pinned) references list_versions (list_id, number) deferrable initially deferred
);
create index on version_lists (list_id);
call airlock.belongs_to_organisation('version_lists');

-- As in 042, and lists too.
drop function airlock.organisation_holdings(text);
create function airlock.organisation_holdings(of_organisation text)
  returns table (
    users integer, system_accounts integer, keys integer, groups integer, roles integer,
    solutions integer, versions integer, serving_versions integer, lists integer,
    datasources integer, predictions integer, experiments integer
  )
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select
      (select count(*)::integer from users where organisation_id = o.id and type = 'User'),
      (select count(*)::integer from users where organisation_id = o.id and type = 'System account'),
      (select count(*)::integer from keys where organisation_id = o.id and revoked_at is null),
      (select count(*)::integer from groups where organisation_id = o.id and code <> 'ADMI'),
      (
        select count(*)::integer from roles r
        where r.organisation_id = o.id and r.code <> 'ADMI' and not (r.created_at = o.created_at and r.revision = 1)
      ),
      (select count(*)::integer from solutions where organisation_id = o.id and deleted_at is null),
      (select count(*)::integer from versions where organisation_id = o.id and deleted_at is null),
      (select count(*)::integer from versions where organisation_id = o.id and deleted_at is null and desired = 'serving'),
      (select count(*)::integer from lists where organisation_id = o.id),
      (select count(*)::integer from datasources where organisation_id = o.id),
      (select count(*)::integer from predictions where organisation_id = o.id),
      (select count(*)::integer from experiments where organisation_id = o.id)
    from organisations o
    where o.id = of_organisation
      and airlock.current_organisation() in (o.id, o.managed_by)
  $$;
comment on function airlock.organisation_holdings is 'Counts alone, and only for the organisation itself and the one that manages it.';
revoke execute on function airlock.organisation_holdings from public;
grant execute on function airlock.organisation_holdings to airlock_app;

-- As in 029, and for lists too: pieces of both are in the bucket of models.
create or replace function airlock.predictions_gone(ids text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
    select id from unnest(ids) as given (id)
    where not exists (select from predictions p where p.id = given.id) and not exists (select from lists l where l.id = given.id)
  $$;
comment on function airlock.predictions_gone is
  'For the worker that removes models of deleted predictions, and deleted lists, from the bucket. Answers only what it was asked.';
