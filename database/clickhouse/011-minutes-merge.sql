-- Every dashboard reads minutes with FINAL, which is cheap if a month is one part and several times as expensive with a few. ClickHouse does not
-- merge a few large parts for days. Here parts older than five minutes are merged into one. The table is small (a row per minute and version), so
-- that is cheap.
ALTER TABLE execution_minutes /*ON CLUSTER*/ MODIFY SETTING min_age_to_force_merge_seconds = 300;
