-- Minutes are read with FINAL by every dashboard, which costs little where a month is in one part and several times as much where it is in
-- a few. ClickHouse leaves a few large parts as they are for days; here what is older than five minutes becomes one part. The table is small
-- (a row a minute of each version), so that is cheap.
ALTER TABLE execution_minutes /*ON CLUSTER*/ MODIFY SETTING min_age_to_force_merge_seconds = 300;
