-- Secrets for web calls of an organisation's flows, by name. What is readable here is useless: the value is encrypted with a data key per row, which
-- is encrypted with a master key that only the configuration of the processes has (see 010).

create table secrets (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$'),
  -- It is sent only to these hosts.
  hosts text[] not null check (cardinality(hosts) > 0),
  master_key text not null check (master_key <> ''),
  sealed_data_key bytea not null,
  sealed_value bytea not null,
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  unique (organisation_id, name)
);
create index on secrets (master_key);
call airlock.stamped('secrets', 'master_key', 'sealed_data_key');
-- Only the organisation itself sees them, not the one that manages it.
call airlock.belongs_to_organisation('secrets');
call airlock.audited('secrets', noun => 'secret', secret => '{sealed_data_key,sealed_value}', unnoticed => '{master_key}');

-- As in 007, with secrets.
create or replace function airlock.standing_orders(of_kind text, after_id text, at_most integer)
  returns table (organisation_id text, id text, summary text)
  language sql stable security definer set search_path = public
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
  $$;
