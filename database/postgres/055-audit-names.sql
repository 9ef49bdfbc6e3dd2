-- Names in the audit: an entry of a version, a key, a result, a training, a model or a watch also names its parent, as 'Loan check: Version 1'. The
-- name is stored with the entry, so it can be read after either was deleted.

create or replace function airlock.name_of(organisation text, of_noun text, of_id text) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  found_name text;
begin
  case of_noun
    when 'user' then select airlock.user_name(u) into found_name from public.users u where u.id = of_id;
    when 'role' then select r.name into found_name from public.roles r where r.id = of_id;
    when 'group' then select g.name into found_name from public.groups g where g.id = of_id;
    when 'solution' then select s.name into found_name from public.solutions s where s.id = of_id;
    when 'prediction' then select p.name into found_name from public.predictions p where p.id = of_id;
    when 'experiment' then select x.name into found_name from public.experiments x where x.id = of_id;
  end case;
  if found_name is null then
    select e.record_name into found_name
    from public.audit_entries e
    where e.organisation_id = organisation and e.record_id = of_id and e.noun = of_noun
    order by e.number desc
    limit 1;
  end if;
  return coalesce(found_name, of_id);
end
$$;

create or replace function airlock.record_name(organisation text, of_noun text, image jsonb) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
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
      when 'version' then airlock.name_of(organisation, 'solution', image->>'solution_id') || ': ' || (image->>'name')
      when 'key' then airlock.name_of(organisation, 'user', image->>'user_id') || ': ' || (image->>'name')
      when 'experimentResult' then airlock.name_of(organisation, 'experiment', image->>'experiment_id')
      when 'trainingJob' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      when 'predictionModel' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      -- The noun is derived from the name of the table, prediction_watches.
      when 'predictionWatche' then airlock.name_of(organisation, 'prediction', image->>'prediction_id')
      else coalesce(image->>'name', image->>'client_email')
    end, '')
  $$;
