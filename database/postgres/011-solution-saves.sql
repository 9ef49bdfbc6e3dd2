-- Every save of a definition, so that each can be viewed, compared and restored. A log, not entities: rows are written only by the trigger and never
-- changed.
create table saves (
  solution_id text not null,
  -- The revision of the definition after the save.
  revision integer not null,
  organisation_id text not null,
  document json not null,
  valid_runtime boolean not null,
  saved_at timestamptz not null default now(),
  -- The user and their name at that time: users are deleted, the history stays readable.
  saved_by text,
  saved_by_name text not null default '',
  primary key (solution_id, revision),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
call airlock.belongs_to_organisation('saves');
revoke update on saves from airlock_app;

create function airlock.keep_save() returns trigger
  language plpgsql
  as $$
declare
  -- Enough for weeks of work. Older ones are deleted, which bounds the size of a solution.
  kept constant integer := 200;
begin
  insert into saves (solution_id, revision, organisation_id, document, valid_runtime, saved_at, saved_by, saved_by_name)
  values (new.solution_id, new.revision, new.organisation_id, new.document, new.valid_runtime, new.updated_at, new.updated_by,
    coalesce((select trim(coalesce(first_name, '') || ' ' || name) from users where id = new.updated_by), ''));
  delete from saves where solution_id = new.solution_id and revision <= new.revision - kept;
  return null;
end
$$;
revoke execute on function airlock.keep_save from public;
create trigger keep_save after insert or update on definitions for each row execute function airlock.keep_save();

insert into saves (solution_id, revision, organisation_id, document, valid_runtime, saved_at, saved_by, saved_by_name)
select d.solution_id, d.revision, d.organisation_id, d.document, d.valid_runtime, d.updated_at, d.updated_by,
  coalesce(trim(coalesce(u.first_name, '') || ' ' || u.name), '')
from definitions d left join users u on u.id = d.updated_by;
