-- Who drew a version, for release policies that refuse the approval of one's own change.

-- Not the time of a version: between reading the draft and storing what was frozen from it, other users may save.
alter table versions add column draft_revision integer;
comment on column versions.draft_revision is 'The revision of the draft that it was frozen from; null for versions of earlier releases.';
call airlock.audited('versions', large => '{definition}');

-- Of older saves the document is deleted, which bounds the size of a solution. The user who saved is kept.
alter table saves alter column document drop not null;

-- Runs as the owner: the product may not change saves.
create or replace function airlock.keep_save() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  as $$
declare
  -- Enough for weeks of work.
  kept constant integer := 200;
begin
  insert into public.saves (solution_id, revision, organisation_id, document, valid_runtime, saved_at, saved_by, saved_by_name)
  values (new.solution_id, new.revision, new.organisation_id, new.document, new.valid_runtime, new.updated_at, new.updated_by,
    coalesce((select trim(coalesce(first_name, '') || ' ' || name) from public.users where id = new.updated_by), ''));
  update public.saves set document = null where solution_id = new.solution_id and revision = new.revision - kept;
  return null;
end
$$;
revoke execute on function airlock.keep_save from public;
