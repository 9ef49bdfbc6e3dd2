-- The number of invitations sent to an address and by an organisation in the last day. Mails are sent to any address that an organisation enters,
-- from the installation's own sender, so both are limited, across organisations and api processes.

create table airlock.invitations_sent (
  address text not null,
  organisation_id text not null,
  sent_at timestamptz not null default now()
);
create index invitations_sent_by_address on airlock.invitations_sent (address, sent_at);
create index invitations_sent_by_organisation on airlock.invitations_sent (organisation_id, sent_at);
create index invitations_sent_by_time on airlock.invitations_sent (sent_at);
comment on table airlock.invitations_sent is 'Invitations of the last day, for their limits. Only airlock.count_invitation reads and writes it.';

-- Counts an invitation, or returns after how many seconds it could be sent. Both locks are held until the commit and always taken in this order, so
-- that concurrent invitations can neither exceed a limit together nor deadlock.
create function airlock.count_invitation(of_organisation text, to_address text, per_hour integer, per_day integer, organisation_per_day integer)
  returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  known constant text := lower(to_address);
  free_at timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('airlock.invitations to ' || known, 0));
  perform pg_advisory_xact_lock(hashtextextended('airlock.invitations of ' || of_organisation, 0));
  delete from airlock.invitations_sent where ctid = any (array(
    select ctid from airlock.invitations_sent where sent_at < now() - interval '1 day' limit 1000 for update skip locked
  ));
  -- The oldest within the limit: when it leaves its window, there is room for another one.
  select max(leaves_at) into free_at from (
    (select sent_at + interval '1 hour' as leaves_at from airlock.invitations_sent
      where address = known order by sent_at desc offset per_hour - 1 limit 1)
    union all
    (select sent_at + interval '1 day' from airlock.invitations_sent
      where address = known order by sent_at desc offset per_day - 1 limit 1)
    union all
    (select sent_at + interval '1 day' from airlock.invitations_sent
      where organisation_id = of_organisation order by sent_at desc offset organisation_per_day - 1 limit 1)
  ) limits;
  if free_at > now() then
    return ceil(extract(epoch from free_at - now()));
  end if;
  insert into airlock.invitations_sent (address, organisation_id) values (known, of_organisation);
  return 0;
end
$$;
comment on function airlock.count_invitation is 'Counts an invitation and returns 0, or returns the seconds until it may be sent.';

revoke execute on function airlock.count_invitation from public;
grant execute on function airlock.count_invitation to airlock_app;
