-- A materialized view writes with the rights of its definer, which is the user that created it. Installations from before each process had
-- a user of its own created it as `default`, who is removed.
ALTER TABLE execution_marks /*ON CLUSTER*/ MODIFY SQL SECURITY DEFINER DEFINER = CURRENT_USER;
