-- Columns and indexes for searching executions without reading every execution record.

-- Stored for new rows, computed on read for existing ones.
ALTER TABLE executions /*ON CLUSTER*/
    ADD COLUMN IF NOT EXISTS reason_codes Array(LowCardinality(String)) MATERIALIZED JSONExtract(record, 5, 'Array(LowCardinality(String))');

-- The input values as text: one applicant among millions is in a handful of blocks.
ALTER TABLE executions /*ON CLUSTER*/
    ADD INDEX IF NOT EXISTS by_input JSONExtract(record, 2, 'Array(String)') TYPE bloom_filter(0.01) GRANULARITY 1;

-- Slow executions are rare: blocks without any are skipped.
ALTER TABLE executions /*ON CLUSTER*/
    ADD INDEX IF NOT EXISTS by_duration duration_us TYPE minmax GRANULARITY 1;

-- For existing rows, in the background.
ALTER TABLE executions /*ON CLUSTER*/ MATERIALIZE INDEX by_input;
ALTER TABLE executions /*ON CLUSTER*/ MATERIALIZE INDEX by_duration;
