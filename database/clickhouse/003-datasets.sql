-- Rows of files that could not be read, stored so that users can fix and import them again. The other rows are in a table per datasource, which the
-- worker creates: `datasource_<id>` with `row` and the columns c0, c1 and so on.
--
-- An import that was interrupted repeats its last batch, so a row may be inserted twice: the number of a row is its identity.
CREATE TABLE IF NOT EXISTS rejected_rows /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    import       String,
    -- From 1, without the header.
    row          UInt64,
    -- Empty if the whole row is at fault.
    column       String,
    reason       String,
    cells        Array(String) CODEC(ZSTD)
)
ENGINE = /*Replicated*/ReplacingMergeTree
ORDER BY (organisation, import, row);
