-- The caller of an execution, and the correlation id of the call. Both are empty for executions of earlier releases.
ALTER TABLE executions /*ON CLUSTER*/ ADD COLUMN IF NOT EXISTS caller LowCardinality(String) DEFAULT '' AFTER key;
ALTER TABLE executions /*ON CLUSTER*/ ADD COLUMN IF NOT EXISTS correlation String DEFAULT '' CODEC(ZSTD) AFTER caller;

-- Executions of one call. Older parts have no correlation ids, so the index is not materialised for them.
ALTER TABLE executions /*ON CLUSTER*/ ADD INDEX IF NOT EXISTS by_correlation correlation TYPE bloom_filter(0.01) GRANULARITY 4;
