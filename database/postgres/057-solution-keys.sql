-- A solution has a readable key, by which callers address it: /dme/decide/v1/{key}. `solution_keys` has every key that is in use or was until
-- recently: a former key works until its redirect period is over and cannot be taken by another solution before.

alter table solutions add column key text check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) between 2 and 60);

create table solution_keys (
  organisation_id text not null,
  key text not null,
  solution_id text not null,
  -- Null while it is the solution's key.
  until timestamptz,
  primary key (organisation_id, key),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
create index on solution_keys (solution_id);
call airlock.belongs_to_organisation('solution_keys');

-- A free key in the organisation, derived from a name: 'Loan check (NL)' becomes loan-check-nl, the next one loan-check-nl-2.
create function airlock.free_solution_key(organisation text, of_name text) returns text
  language plpgsql
  as $$
declare
  stem text := trim(both '-' from left(trim(both '-' from regexp_replace(lower(of_name), '[^a-z0-9]+', '-', 'g')), 50));
  candidate text;
  counter integer := 1;
begin
  if length(stem) < 2 then
    stem := 'solution';
  end if;
  candidate := stem;
  while exists (
    select from solution_keys k where k.organisation_id = organisation and k.key = candidate and (k.until is null or k.until > now())
  ) loop
    counter := counter + 1;
    -- With many of one name, a random suffix is used instead of the count.
    candidate := stem || '-' || case when counter <= 50 then counter::text else substr(md5(random()::text), 1, 8) end;
  end loop;
  return candidate;
end
$$;
comment on function airlock.free_solution_key is 'A key that no solution of the organisation has or had until recently.';

create function airlock.choose_solution_key() returns trigger
  language plpgsql
  as $$
begin
  if new.key is null then
    -- Solutions that are created concurrently must not find the same key free.
    perform pg_advisory_xact_lock(hashtextextended('solution keys of ' || new.organisation_id, 0));
    new.key := airlock.free_solution_key(new.organisation_id, new.name);
  end if;
  return new;
end
$$;
create trigger choose_solution_key before insert on solutions for each row execute function airlock.choose_solution_key();

create function airlock.register_solution_key() returns trigger
  language plpgsql
  as $$
begin
  if new.deleted_at is not null then
    delete from solution_keys where solution_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update solution_keys set until = now() + interval '30 days' where solution_id = new.id and until is null and key <> new.key;
  end if;
  -- Free again: its redirect period is over, or it was this solution's own.
  delete from solution_keys
  where organisation_id = new.organisation_id and key = new.key and (until <= now() or solution_id = new.id);
  insert into solution_keys (organisation_id, key, solution_id) values (new.organisation_id, new.key, new.id);
  return null;
end
$$;
create trigger register_solution_key_of_new after insert on solutions for each row execute function airlock.register_solution_key();
create trigger register_solution_key_of_changed after update on solutions for each row
  when (new.key is distinct from old.key or new.deleted_at is distinct from old.deleted_at)
  execute function airlock.register_solution_key();
revoke execute on function airlock.free_solution_key, airlock.choose_solution_key, airlock.register_solution_key from public;
grant execute on function airlock.free_solution_key to airlock_app;

-- Solutions of earlier releases get a key from their name, the oldest first.
do $$
declare
  one record;
begin
  alter table solutions disable trigger audit;
  alter table solutions disable trigger stamp;
  for one in select id, organisation_id, name from solutions where deleted_at is null order by id loop
    update solutions set key = airlock.free_solution_key(one.organisation_id, one.name) where id = one.id;
  end loop;
  update solutions set key = 'deleted-' || lower(right(id, 20)) where deleted_at is not null;
  alter table solutions enable trigger audit;
  alter table solutions enable trigger stamp;
end
$$;
alter table solutions alter column key set not null;
call airlock.audited('solutions', unnoticed => '{drawn_at}');
