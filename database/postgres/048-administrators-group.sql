-- The group of administrators says that the role counts, too: it is empty although there are administrators. Groups of organisations that
-- exist keep their description.
do $$
begin
  execute replace(
    pg_get_functiondef('airlock.found_organisation'::regproc),
    'Whoever is in it is an administrator.',
    'Members are administrators, and so is everyone with the role Administrator.');
end
$$;
