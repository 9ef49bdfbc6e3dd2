-- What is deleted with an organisation, now including its datasources, predictions and experiments.
drop function airlock.organisation_holdings(text);
create function airlock.organisation_holdings(of_organisation text)
  returns table (
    users integer, system_accounts integer, keys integer, groups integer, roles integer,
    solutions integer, versions integer, serving_versions integer,
    datasources integer, predictions integer, experiments integer
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
      (select count(*)::integer from versions where organisation_id = o.id and deleted_at is null and desired = 'serving'),
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
