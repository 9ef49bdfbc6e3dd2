-- An organisation's own account for buckets and BigQuery: the key file that an administrator uploads.
--
-- The file is encrypted before it is stored, with a data key per row (AES-256-GCM), which is encrypted with a master key that only the configuration
-- of the processes has. What is readable here is useless without it. `npm run secrets:rotate` encrypts the data keys with another master key and does
-- not change the rest.

create table service_accounts (
  organisation_id text primary key references organisations (id) on delete cascade,
  client_email text not null check (client_email <> ''),
  project_id text not null check (project_id <> ''),
  -- The master key with which the data key is encrypted.
  master_key text not null check (master_key <> ''),
  sealed_data_key bytea not null,
  sealed_file bytea not null,
  -- Kept when the user is deleted. The user may also belong to the managing organisation, whose users are not visible here.
  uploaded_by_name text not null default '',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1
);
create index on service_accounts (master_key);
call airlock.stamped('service_accounts', 'master_key', 'sealed_data_key');
call airlock.belongs_to_managed_organisation('service_accounts');
-- An upload is recorded as a change of the entity, without the content and the master key.
call airlock.audited('service_accounts', record_column => 'organisation_id', secret => '{sealed_data_key,sealed_file}', unnoticed => '{master_key}');

-- What would be deleted with an organisation. The managing organisation may know the number of solutions, although it cannot read them.
create function airlock.organisation_holdings(of_organisation text)
  returns table (
    users integer, system_accounts integer, keys integer, groups integer, roles integer,
    solutions integer, versions integer, serving_versions integer
  )
  language sql stable security definer set search_path = public
  as $$
    select
      (select count(*)::integer from users where organisation_id = o.id and type = 'User'),
      (select count(*)::integer from users where organisation_id = o.id and type = 'System account'),
      (select count(*)::integer from keys where organisation_id = o.id and revoked_at is null),
      (select count(*)::integer from groups where organisation_id = o.id and code <> 'ADMI'),
      (select count(*)::integer from roles where organisation_id = o.id and code <> 'ADMI'),
      (select count(*)::integer from solutions where organisation_id = o.id and deleted_at is null),
      (select count(*)::integer from versions where organisation_id = o.id and deleted_at is null),
      (select count(*)::integer from versions where organisation_id = o.id and deleted_at is null and desired = 'serving')
    from organisations o
    where o.id = of_organisation
      and airlock.current_organisation() in (o.id, o.managed_by)
  $$;
comment on function airlock.organisation_holdings is 'Counts alone, and only for the organisation itself and the one that manages it.';
revoke execute on function airlock.organisation_holdings from public;
grant execute on function airlock.organisation_holdings to airlock_app;

-- Deletes a managed organisation with all of its content, and returns the versions that runtimes may still have. The managing organisation cannot see
-- solutions, so this runs as the owner.
create function airlock.delete_managed_organisation(gone text) returns setof text
  language plpgsql security definer set search_path = public
  as $$
declare
  ordered text[];
begin
  perform from organisations where id = gone and managed_by = airlock.current_organisation() for update;
  if not found then
    raise exception 'This organisation is not managed by the one that asks.' using errcode = 'AL006';
  end if;
  -- No version can be deployed concurrently: deploying locks its row.
  perform from versions where organisation_id = gone for update;
  if exists (select from versions where organisation_id = gone and deleted_at is null and desired = 'serving') then
    raise exception 'The organisation serves.' using errcode = 'AL007';
  end if;
  ordered := array(select id from versions where organisation_id = gone and desired is not null);
  delete from solutions where organisation_id = gone;
  delete from organisations where id = gone;
  return query select unnest(ordered);
end
$$;
comment on function airlock.delete_managed_organisation is 'The one way that solutions leave the database. Refuses while a version serves.';
revoke execute on function airlock.delete_managed_organisation from public;
grant execute on function airlock.delete_managed_organisation to airlock_app;

-- The last use of keys, collected by the worker from executions: keys of many organisations in one statement. A time never goes back, and times in
-- the future are ignored.
create function airlock.keys_used(key_ids text[], times timestamptz[]) returns void
  language sql security definer set search_path = public
  as $$
    update keys k
    set last_used_at = least(used.at, now())
    from (select id, max(at) as at from unnest(key_ids, times) as given (id, at) group by id) as used
    where k.id = used.id and (k.last_used_at is null or k.last_used_at < least(used.at, now()))
  $$;
comment on function airlock.keys_used is 'Moves the last use of keys forward and does nothing else.';
revoke execute on function airlock.keys_used from public;
grant execute on function airlock.keys_used to airlock_app;
