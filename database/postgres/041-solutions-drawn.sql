-- Saving a definition also updates its solution: `updated_at` of the solution, which lists show and sort by, changes with it. `drawn_at` is not an
-- edit of the solution's row. It does not change the revision, so that renaming a solution while another user edits it is not a conflict, and the
-- audit does not repeat the change of the definition.
alter table solutions add column drawn_at timestamptz;
drop trigger stamp on solutions;
call airlock.stamped('solutions', 'drawn_at');
call airlock.audited('solutions', unnoticed => '{drawn_at}');

create function airlock.stamp_drawing() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at := greatest(new.updated_at, new.drawn_at);
  new.updated_by := coalesce(airlock.current_user_id(), new.updated_by);
  return new;
end
$$;
-- Triggers fire in the order of their names: after stamp.
create trigger stamp_drawing before update on solutions for each row
  when (new.drawn_at is distinct from old.drawn_at) execute function airlock.stamp_drawing();

create function airlock.draw_solution() returns trigger
  language plpgsql
  as $$
begin
  update solutions set drawn_at = new.updated_at where id = new.solution_id;
  return null;
end
$$;
create trigger draw_solution after update on definitions for each row execute function airlock.draw_solution();
revoke execute on function airlock.stamp_drawing, airlock.draw_solution from public;

update solutions s set drawn_at = d.updated_at from definitions d where d.solution_id = s.id and d.updated_at > s.updated_at;
