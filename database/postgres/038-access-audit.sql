-- Accesses in the audit: sign-ins, refused sign-ins, reads of single executions, downloads and test executions. The api writes these entries, because
-- no row changes that a trigger could see. They are in the same chain as the changes of the organisation.

alter table audit_entries drop constraint audit_entries_change_check;
alter table audit_entries add constraint audit_entries_change_check
  check (change in ('created', 'updated', 'deleted', 'signedIn', 'refused', 'read', 'downloaded', 'executed'));

-- As in 008, but keeps an actor's name that is already set: a refused sign-in has no user.
create or replace function airlock.write_audit_entry(entry audit_entries, is_shared boolean, manager text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  chain airlock.audit_chains;
begin
  insert into airlock.audit_chains (organisation_id, managed_by, number, hash)
    values (entry.organisation_id, manager, 0, '')
    on conflict do nothing;
  -- The lock serialises the writers of an organisation until they commit, so numbers are committed in order and without gaps.
  select * into chain from airlock.audit_chains where organisation_id = entry.organisation_id for update;
  entry.number := chain.number + 1;
  entry.at := clock_timestamp();
  if entry.actor_name is null then
    entry.actor_id := airlock.current_user_id();
    select airlock.user_name(u) into entry.actor_name from public.users u where u.id = entry.actor_id;
    entry.actor_name := coalesce(
      entry.actor_name,
      -- Users who deleted themselves, and actors that are not users.
      (select e.record_name from public.audit_entries e
        where e.organisation_id = entry.organisation_id and e.record_id = entry.actor_id and e.noun = 'user' order by e.number desc limit 1),
      entry.actor_id, 'Airlock');
  end if;
  entry.correlation_id := nullif(current_setting('airlock.correlation', true), '');
  entry.managed_by := case when is_shared then chain.managed_by end;
  entry.previous_hash := chain.hash;
  entry.hash := airlock.audit_hash(entry);
  insert into public.audit_entries (
    organisation_id, number, at, actor_id, actor_name, noun, record_id, record_name, change, changed, before, after, correlation_id,
    managed_by, previous_hash, hash
  ) values (
    entry.organisation_id, entry.number, entry.at, entry.actor_id, entry.actor_name, entry.noun, entry.record_id, entry.record_name,
    entry.change, entry.changed, entry.before, entry.after, entry.correlation_id, entry.managed_by, entry.previous_hash, entry.hash
  );
  update airlock.audit_chains set number = entry.number, hash = entry.hash where organisation_id = entry.organisation_id;
end
$$;

-- Appends one entry. `details` become the entry's `after`: the client's address, the request id and other known details.
create function airlock.append_access(
  of_organisation text, of_actor text, of_noun text, of_record text, of_name text, of_change text, details jsonb
) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  entry public.audit_entries;
begin
  entry.organisation_id := of_organisation;
  entry.actor_name := of_actor;
  entry.noun := of_noun;
  entry.record_id := of_record;
  entry.record_name := of_name;
  entry.change := of_change;
  entry.changed := '{}';
  entry.after := details;
  -- A managing organisation sees entries about users, and none about decisions.
  perform airlock.write_audit_entry(
    entry, of_noun = 'signIn', (select o.managed_by from public.organisations o where o.id = of_organisation));
end
$$;

-- For the organisation and the user of the transaction. Call it last: it locks the organisation's chain until the commit.
create function airlock.record_access(of_noun text, of_record text, of_name text, of_change text, details jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  if (of_noun, of_change) not in (('execution', 'read'), ('export', 'downloaded'), ('audit', 'downloaded'), ('testExecution', 'executed'))
    or airlock.current_organisation() is null or airlock.current_user_id() is null then
    raise exception 'No access of this kind is recorded: % %.', of_noun, of_change using errcode = 'AL011';
  end if;
  perform airlock.append_access(airlock.current_organisation(), null, of_noun, of_record, of_name, of_change, details);
end
$$;
comment on function airlock.record_access is 'Appends a read, a download or a test execution of the current user to the audit.';

-- The console calls this on every page load. Calls of one user from one address within an hour are one session.
create function airlock.record_sign_in(details jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  if exists (
    select from (
      select e.noun, e.change, e.at, e.after from public.audit_entries e
      where e.organisation_id = airlock.current_organisation() and e.record_id = airlock.current_user_id()
      order by e.number desc limit 50
    ) latest
    where noun = 'signIn' and change = 'signedIn' and at > now() - interval '1 hour' and after->'address' is not distinct from details->'address'
  ) then
    return;
  end if;
  perform airlock.append_access(u.organisation_id, null, 'signIn', u.id, airlock.user_name(u), 'signedIn', details)
    from public.users u where u.organisation_id = airlock.current_organisation() and u.id = airlock.current_user_id();
end
$$;
comment on function airlock.record_sign_in is 'Appends the sign-in of the current user to the audit, once per address and hour.';

-- Refused sign-ins are limited: one entry per identity and hour, with the number of attempts, and a limited number of identities per organisation.
-- Without a limit, anyone with a token of the identity provider could fill the audit.
create table airlock.refused_sign_ins (
  organisation_id text not null,
  -- The user's id, a digest of an unknown identity, or '*' for all identities over the limit.
  record_id text not null,
  record_name text not null,
  details jsonb not null,
  -- When the last entry was written.
  since timestamptz not null default now(),
  -- Attempts that are not in an entry yet.
  attempts integer not null default 1,
  primary key (organisation_id, record_id)
);

create function airlock.note_refused_sign_in(of_organisation text, of_record text, of_name text, of_details jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  max_identities constant integer := 100;
  noted airlock.refused_sign_ins;
  is_new boolean;
begin
  if not exists (select from airlock.refused_sign_ins r where r.organisation_id = of_organisation and r.record_id = of_record)
    and (select count(*) from airlock.refused_sign_ins r where r.organisation_id = of_organisation) >= max_identities then
    of_record := '*';
    of_name := 'Other identities';
    of_details := of_details - 'subject';
  end if;
  insert into airlock.refused_sign_ins as r (organisation_id, record_id, record_name, details)
    values (of_organisation, of_record, of_name, of_details)
    on conflict (organisation_id, record_id) do update set
      attempts = r.attempts + 1, record_name = excluded.record_name, details = excluded.details
    returning * into noted;
  is_new := noted.attempts = 1 and noted.since = now();
  if is_new or noted.since <= now() - interval '1 hour' then
    perform airlock.write_refused_sign_in(noted);
  end if;
end
$$;

create function airlock.write_refused_sign_in(noted airlock.refused_sign_ins) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
begin
  update airlock.refused_sign_ins set since = now(), attempts = 0
    where organisation_id = noted.organisation_id and record_id = noted.record_id;
  perform airlock.append_access(
    noted.organisation_id, 'Not signed in', 'signIn', noted.record_id, noted.record_name, 'refused',
    noted.details || jsonb_build_object('attempts', noted.attempts));
end
$$;

-- Recorded in each organisation that has a user of this identity or address, and in the first organisation if there is none.
create function airlock.refuse_sign_in(of_issuer text, of_subject text, of_email text, is_verified boolean, of_correlation text, details jsonb)
  returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  known record;
  digest constant text := left(encode(sha256(convert_to(of_issuer || ' ' || of_subject, 'UTF8')), 'hex'), 26);
begin
  perform set_config('airlock.correlation', of_correlation, true);
  for known in
    select u.organisation_id, u.id, airlock.user_name(u) as name, case
        when u.status = 'disabled' then 'disabled'
        when not is_verified then 'unverified address'
        else 'address of another identity'
      end as reason
    from public.users u
    where u.type = 'User'
      and ((u.issuer = of_issuer and u.subject = of_subject) or (of_email <> '' and lower(u.email) = lower(of_email)))
    -- The order of the organisations is the order in which their chains are locked.
    order by u.organisation_id, u.id
    limit 10
  loop
    perform airlock.note_refused_sign_in(known.organisation_id, known.id, known.name, details || jsonb_build_object('reason', known.reason));
  end loop;
  if not found then
    perform airlock.note_refused_sign_in(o.id, digest, coalesce(nullif(of_email, ''), of_subject), details || jsonb_build_object('reason', 'unknown'))
      from public.organisations o where o.managed_by is null;
  end if;
end
$$;
comment on function airlock.refuse_sign_in is 'Counts a refused sign-in, and appends it to the audit once per identity and hour.';

-- The worker calls this every few minutes, to record attempts after the last entry.
create function airlock.flush_refused_sign_ins() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  noted airlock.refused_sign_ins;
begin
  for noted in
    select * from airlock.refused_sign_ins where since <= now() - interval '1 hour' order by organisation_id, record_id for update skip locked
  loop
    if noted.attempts > 0 then
      perform airlock.write_refused_sign_in(noted);
    else
      delete from airlock.refused_sign_ins where organisation_id = noted.organisation_id and record_id = noted.record_id;
    end if;
  end loop;
end
$$;
comment on function airlock.flush_refused_sign_ins is 'Appends refused sign-ins that no entry counts yet, and forgets identities without any.';

revoke execute on all routines in schema airlock from public;
grant execute on function airlock.record_access, airlock.record_sign_in, airlock.refuse_sign_in, airlock.flush_refused_sign_ins to airlock_app;
