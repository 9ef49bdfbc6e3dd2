-- Which way each execution went, beside the record it stands in, so that traffic on a diagram is counted without reading records.
-- Stored with what is inserted from now on; worked out while reading for what was there before, which is slower and counts the same.
ALTER TABLE executions /*ON CLUSTER*/
    -- The record's links: six to a letter, by their place in the frozen definition.
    ADD COLUMN IF NOT EXISTS links LowCardinality(String) MATERIALIZED JSONExtractString(record, 3),
    -- The node that failed; empty when none did.
    ADD COLUMN IF NOT EXISTS failed_at LowCardinality(String) MATERIALIZED JSONExtractString(record, 7, 2);
