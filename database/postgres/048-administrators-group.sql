-- The description of the administrators' group explains that the role counts, too: the group may be empty although there are administrators. Groups
-- of existing organisations keep their description.
do $$
begin
  execute replace(
    pg_get_functiondef('airlock.found_organisation'::regproc),
    'Whoever is in it is an administrator.',
    'Members are administrators, and so is everyone with the role Administrator.');
end
$$;
