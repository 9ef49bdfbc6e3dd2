-- What people look for in executions, beside the record it stands in, so that looking does not mean reading every record.

-- Stored with what is inserted from now on; worked out while reading for what was there before.
ALTER TABLE executions /*ON CLUSTER*/
    ADD COLUMN IF NOT EXISTS reason_codes Array(LowCardinality(String)) MATERIALIZED JSONExtract(record, 5, 'Array(LowCardinality(String))');

-- Which values came in, as text: one applicant among millions is in a handful of blocks.
ALTER TABLE executions /*ON CLUSTER*/
    ADD INDEX IF NOT EXISTS by_input JSONExtract(record, 2, 'Array(String)') TYPE bloom_filter(0.01) GRANULARITY 1;

-- Slow ones are few: blocks without any are passed over.
ALTER TABLE executions /*ON CLUSTER*/
    ADD INDEX IF NOT EXISTS by_duration duration_us TYPE minmax GRANULARITY 1;

-- For what was there before, in the background.
ALTER TABLE executions /*ON CLUSTER*/ MATERIALIZE INDEX by_input;
ALTER TABLE executions /*ON CLUSTER*/ MATERIALIZE INDEX by_duration;
