-- A materialized view writes with the privileges of its definer, the user that created it. Installations from before each process had its own user
-- created it as `default`, which is removed.
ALTER TABLE execution_marks /*ON CLUSTER*/ MODIFY SQL SECURITY DEFINER DEFINER = CURRENT_USER;
