-- Who changed which entity, when, from what to what. Entries are written by triggers in the transaction of the change, so that there is no change
-- without an entry and no entry without a change, whatever writes the SQL.
--
-- The entries of an organisation form a hash chain: each has the hash of the one before, and the number and hash of the last are in
-- airlock.audit_chains. `npm run audit:verify` recomputes every hash and finds entries that were altered, removed or inserted.
--
-- The product may only read entries: it has no privilege to write them, and triggers refuse even the owner.

-- Substring search, here and in every list.
create extension if not exists pg_trgm with schema public;

create table audit_entries (
  -- No foreign key: the audit outlives the organisation.
  organisation_id text not null,
  -- 1, 2, 3 ... within the organisation, without gaps.
  number bigint not null,
  id text not null generated always as (organisation_id || '-' || number) stored,
  -- When the entry was written, which is at the commit. Monotonic within a chain unless the clock goes back.
  at timestamptz not null,
  -- Null if no user was signed in: a job, or a person following the link of an invitation.
  actor_id text,
  -- Names at that time, because users are renamed and deleted.
  actor_name text not null,
  noun text not null,
  record_id text not null,
  record_name text not null,
  change text not null check (change in ('created', 'updated', 'deleted')),
  -- The columns that an update changed, including those whose values are not recorded.
  changed text[] not null,
  before jsonb,
  after jsonb,
  -- Of the request that caused it. Logs and traces have the same id.
  correlation_id text,
  -- The organisation that manages this one, if it may see the entity too; null if only the organisation itself may.
  managed_by text,
  previous_hash text not null,
  hash text not null,
  primary key (organisation_id, number),
  check (managed_by is distinct from organisation_id)
);
create unique index on audit_entries (id);
create index on audit_entries (organisation_id, at, id);
create index on audit_entries (managed_by, at, id) where managed_by is not null;
create index on audit_entries (organisation_id, record_id, number);
create index on audit_entries (organisation_id, actor_id, at);
create index audit_entries_search on audit_entries
  using gin (lower(record_name || ' ' || actor_name || ' ' || noun || ' ' || coalesce(correlation_id, '')) gin_trgm_ops);

alter table audit_entries enable row level security;
alter table audit_entries force row level security;
-- An entry is visible to users who can see the entity.
create policy own_or_managed on audit_entries for select
  using (organisation_id = (select airlock.current_organisation()) or managed_by = (select airlock.current_organisation()));
grant select on audit_entries to airlock_app;

-- For finding a list (see 009): ids and the columns for sorting, searching and filtering. Runs as its owner, without row-level security but with the
-- same condition as the policy, because Postgres cannot use a search index under a policy. Rows are then loaded with row-level security.
create view airlock.audit_in_sight as
  select id, at, lower(record_name || ' ' || actor_name || ' ' || noun || ' ' || coalesce(correlation_id, '')) as search,
    actor_id, noun, record_id, change
  from audit_entries
  where organisation_id = (select airlock.current_organisation())
  union all
  select id, at, lower(record_name || ' ' || actor_name || ' ' || noun || ' ' || coalesce(correlation_id, '')),
    actor_id, noun, record_id, change
  from audit_entries
  where managed_by = (select airlock.current_organisation());
grant select on airlock.audit_in_sight to airlock_app;

-- The end of each chain. In the schema of functions, which the product cannot read.
create table airlock.audit_chains (
  organisation_id text primary key,
  managed_by text,
  number bigint not null,
  hash text not null
);
-- Organisations from before the audit start with an empty chain.
insert into airlock.audit_chains (organisation_id, managed_by, number, hash) select id, managed_by, 0, '' from organisations;

create function airlock.refuse_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'Entries of the audit are never changed or removed.' using errcode = 'AL010';
end
$$;
create trigger keep before update or delete on audit_entries for each row execute function airlock.refuse_change();
create trigger keep_all before truncate on audit_entries for each statement execute function airlock.refuse_change();

-- Every part is prefixed by its length, so that no two entries have the same text. `database/verify-audit.ts` implements it independently.
create function airlock.audit_part(part text) returns text
  language sql immutable parallel safe
  as $$ select case when part is null then '-' else octet_length(convert_to(part, 'UTF8')) || ':' || part end $$;

create function airlock.audit_hash(entry audit_entries) returns text
  language sql stable
  as $$
    select encode(sha256(convert_to(string_agg(airlock.audit_part(part), '' order by place), 'UTF8')), 'hex')
    from unnest(array[
      entry.previous_hash, entry.organisation_id, entry.number::text,
      to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      entry.actor_id, entry.actor_name, entry.noun, entry.record_id, entry.record_name, entry.change,
      array_to_string(entry.changed, ','), entry.before::text, entry.after::text, entry.correlation_id, entry.managed_by
    ]) with ordinality as parts (part, place)
  $$;

-- Replaces a value that is too large to repeat, or that must not be in an entry.
create function airlock.audit_digest(value text) returns jsonb
  language sql immutable parallel safe
  as $$
    select case when value is null then 'null'::jsonb else
      jsonb_build_object('sha256', encode(sha256(convert_to(value, 'UTF8')), 'hex'), 'bytes', octet_length(convert_to(value, 'UTF8')))
    end
  $$;

create function airlock.user_name(u users) returns text
  language sql immutable
  as $$ select coalesce(nullif(trim(u.first_name || ' ' || u.name), ''), u.email) $$;

-- The name of an entity that another one refers to. From its last entry if it was deleted in the same transaction, otherwise its id.
create function airlock.name_of(organisation text, of_noun text, of_id text) returns text
  language plpgsql stable security definer set search_path = public
  as $$
declare
  found_name text;
begin
  case of_noun
    when 'user' then select airlock.user_name(u) into found_name from users u where u.id = of_id;
    when 'role' then select r.name into found_name from roles r where r.id = of_id;
    when 'group' then select g.name into found_name from groups g where g.id = of_id;
    when 'solution' then select s.name into found_name from solutions s where s.id = of_id;
  end case;
  if found_name is null then
    select e.record_name into found_name
    from audit_entries e
    where e.organisation_id = organisation and e.record_id = of_id and e.noun = of_noun
    order by e.number desc
    limit 1;
  end if;
  return coalesce(found_name, of_id);
end
$$;

create function airlock.record_name(organisation text, of_noun text, image jsonb) returns text
  language sql stable security definer set search_path = public
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
      else coalesce(image->>'name', image->>'client_email')
    end, '')
  $$;

create function airlock.write_audit_entry(entry audit_entries, is_shared boolean, manager text) returns void
  language plpgsql security definer set search_path = public
  as $$
declare
  chain airlock.audit_chains;
begin
  insert into airlock.audit_chains (organisation_id, managed_by, number, hash)
    values (entry.organisation_id, manager, 0, '')
    on conflict do nothing;
  -- Serialised within an organisation. Deferred triggers run at the commit, so the lock is held only briefly.
  select * into chain from airlock.audit_chains where organisation_id = entry.organisation_id for update;
  entry.number := chain.number + 1;
  entry.at := clock_timestamp();
  entry.actor_id := airlock.current_user_id();
  select airlock.user_name(u) into entry.actor_name from users u where u.id = entry.actor_id;
  entry.actor_name := coalesce(
    entry.actor_name,
    -- Users who deleted themselves, or an actor that is not a user.
    (select e.record_name from audit_entries e
      where e.organisation_id = entry.organisation_id and e.record_id = entry.actor_id and e.noun = 'user' order by e.number desc limit 1),
    entry.actor_id, 'Airlock');
  entry.correlation_id := nullif(current_setting('airlock.correlation', true), '');
  entry.managed_by := case when is_shared then chain.managed_by end;
  entry.previous_hash := chain.hash;
  entry.hash := airlock.audit_hash(entry);
  insert into audit_entries (
    organisation_id, number, at, actor_id, actor_name, noun, record_id, record_name, change, changed, before, after, correlation_id,
    managed_by, previous_hash, hash
  ) values (
    entry.organisation_id, entry.number, entry.at, entry.actor_id, entry.actor_name, entry.noun, entry.record_id, entry.record_name,
    entry.change, entry.changed, entry.before, entry.after, entry.correlation_id, entry.managed_by, entry.previous_hash, entry.hash
  );
  update airlock.audit_chains set number = entry.number, hash = entry.hash where organisation_id = entry.organisation_id;
end
$$;

-- Arguments: the noun, the column with the entity's id, what to record of a row (a select over $1), the columns whose values are never recorded,
-- whether the managing organisation sees such entities.
create function airlock.audit() returns trigger
  language plpgsql security definer set search_path = public
  as $$
declare
  of_noun text := tg_argv[0];
  secret text[] := string_to_array(tg_argv[3], ',');
  was jsonb;
  is_now jsonb;
  entry audit_entries;
  image jsonb;
begin
  if tg_op <> 'INSERT' then
    execute format('select to_jsonb(image) from (%s) image', tg_argv[2]) into was using old;
  end if;
  if tg_op <> 'DELETE' then
    execute format('select to_jsonb(image) from (%s) image', tg_argv[2]) into is_now using new;
  end if;
  entry.changed := '{}';
  if tg_op = 'UPDATE' then
    entry.changed := array(select key from jsonb_object_keys(is_now) key where was->key is distinct from is_now->key order by key);
    if entry.changed = '{}' then
      return null;
    end if;
  end if;
  entry.change := case
    when tg_op = 'INSERT' then 'created'
    when tg_op = 'DELETE' then 'deleted'
    -- A soft-deleted row, and a revoked key, count as deleted.
    when was->>'deleted_at' is null and is_now->>'deleted_at' is not null then 'deleted'
    when was->>'revoked_at' is null and is_now->>'revoked_at' is not null then 'deleted'
    else 'updated'
  end;
  entry.noun := of_noun;
  entry.before := was - secret;
  entry.after := is_now - secret;
  image := coalesce(is_now, was);
  entry.record_id := image->>tg_argv[1];
  if of_noun = 'organisation' then
    entry.organisation_id := entry.record_id;
    update airlock.audit_chains set managed_by = image->>'managed_by' where organisation_id = entry.record_id and is_now is not null;
  else
    entry.organisation_id := image->>'organisation_id';
  end if;
  entry.record_name := airlock.record_name(entry.organisation_id, of_noun, image);
  perform airlock.write_audit_entry(entry, tg_argv[4]::boolean, case
    when of_noun = 'organisation' then image->>'managed_by'
    else (select o.managed_by from organisations o where o.id = entry.organisation_id)
  end);
  -- An entity that moves to another organisation also has an entry in the former one.
  if of_noun <> 'organisation' and was->>'organisation_id' <> entry.organisation_id then
    entry.organisation_id := was->>'organisation_id';
    perform airlock.write_audit_entry(entry, tg_argv[4]::boolean, null);
  end if;
  return null;
end
$$;

-- service_accounts has serviceAccounts, and each row is one serviceAccount.
create function airlock.noun_of(target regclass) returns text
  language sql stable
  as $$
    select lower(left(words, 1)) || substr(replace(initcap(replace(words, '_', ' ')), ' ', ''), 2)
    from (select regexp_replace(relname::text, 's$', '') as words from pg_class where oid = target) named
  $$;

-- Called once for every table whose rows are entities, and again by a migration that adds a column to one.
--   secret    columns that are recorded as changed, without their values;
--   large     columns that are recorded by digest; those of type json always are;
--   unnoticed columns whose changes are not recorded.
create procedure airlock.audited(
  target regclass, noun text default null, record_column text default 'id', secret text[] default '{}', large text[] default '{}', unnoticed text[] default '{}'
)
  language plpgsql
  as $$
declare
  stamps constant text[] := '{created_at,created_by,updated_at,updated_by,revision}';
  looks text;
  is_shared boolean := exists (select from pg_policy where polrelid = target and polname in ('managed_organisation', 'own_or_managed'));
begin
  select 'select ' || string_agg(case
      when atttypid = 'json'::regtype or attname = any (secret || large) then format('airlock.audit_digest(($1).%1$I::text) as %1$I', attname)
      else format('($1).%1$I', attname)
    end, ', ' order by attnum)
    into looks
    from pg_attribute
    where attrelid = target and attnum > 0 and not attisdropped and attname <> all (stamps || unnoticed);
  execute format('drop trigger if exists audit on %s', target);
  -- At the commit: by then the user is known, and the chain is locked only briefly.
  execute format(
    'create constraint trigger audit after insert or update or delete on %s deferrable initially deferred'
    ' for each row execute function airlock.audit(%L, %L, %L, %L, %L)',
    target, coalesce(noun, airlock.noun_of(target)), record_column, looks, array_to_string(secret, ','), is_shared);
  -- For airlock.unaudited_columns.
  execute format('comment on trigger audit on %s is %L', target, array_to_string(unnoticed, ','));
end
$$;

call airlock.audited('organisations');
call airlock.audited('users', unnoticed => '{last_login_at,dashboard}');
call airlock.audited('roles');
call airlock.audited('user_roles', record_column => 'user_id');
call airlock.audited('groups');
call airlock.audited('group_members', record_column => 'group_id');
call airlock.audited('group_roles', record_column => 'group_id');
call airlock.audited('solutions');
call airlock.audited('definitions', record_column => 'solution_id');
call airlock.audited('versions', large => '{definition}');
call airlock.audited('keys', secret => '{hash}', unnoticed => '{last_used_at}');

create view airlock.unaudited_tables as
  select c.relname::text as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit');
comment on view airlock.unaudited_tables is 'Tables whose rows are no records. A test knows each of them.';

create view airlock.unaudited_columns as
  select c.relname::text || '.' || a.attname as name
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where t.tgname = 'audit'
    and a.attname not in ('created_at', 'created_by', 'updated_at', 'updated_by', 'revision')
    and a.attname <> all (string_to_array(coalesce(obj_description(t.oid, 'pg_trigger'), ''), ','))
    and position('($1).' || quote_ident(a.attname) in encode(t.tgargs, 'escape')) = 0;
comment on view airlock.unaudited_columns is 'Columns that came after their table was audited: it must be called again. Always empty.';

revoke execute on all routines in schema airlock from public;
