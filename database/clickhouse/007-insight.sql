-- The path of each execution as columns, so that heat maps are counted without reading execution records. Stored for new rows, computed on read for
-- existing ones, which is slower but gives the same counts.
ALTER TABLE executions /*ON CLUSTER*/
    -- The links of the execution record: six per character, by their index in the frozen definition.
    ADD COLUMN IF NOT EXISTS links LowCardinality(String) MATERIALIZED JSONExtractString(record, 3),
    -- The node that failed, or empty.
    ADD COLUMN IF NOT EXISTS failed_at LowCardinality(String) MATERIALIZED JSONExtractString(record, 7, 2);
