-- Executions with different results in a comparison. A worker that died writes its last batch again: the execution is the identity.
CREATE TABLE IF NOT EXISTS comparison_records /*ON CLUSTER*/
(
    organisation  LowCardinality(String),
    comparison    String,
    started       DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    id            String CODEC(ZSTD),
    outcome_left  LowCardinality(String),
    outcome_right LowCardinality(String),
    -- Where the paths diverge: a node, and its link if the node itself did the same.
    first_node    LowCardinality(String),
    first_link    LowCardinality(String)
)
ENGINE = /*Replicated*/ReplacingMergeTree
ORDER BY (organisation, comparison, started, id);
