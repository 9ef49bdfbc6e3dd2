-- Rows of files that could not be read, kept so that people can mend and send them again. The rows that could be read are in a table
-- of their own for each datasource, which the worker makes: `datasource_<id>` with `row` and the columns c0, c1 and so on.
--
-- An import that was broken off repeats its last batch, so that a row may come twice: the number of a row is its identity.
CREATE TABLE IF NOT EXISTS rejected_rows /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    import       String,
    -- Counted from 1, the header not counted.
    row          UInt64,
    -- Empty when the whole row is at fault.
    column       String,
    reason       String,
    cells        Array(String) CODEC(ZSTD)
)
ENGINE = /*Replicated*/ReplacingMergeTree
ORDER BY (organisation, import, row);
