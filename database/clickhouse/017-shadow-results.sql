-- Results of shadows, one row per input: with the live outcome, and with the execution record if the two differ. The execution is the identity, so a
-- row that is inserted again is removed by merging, like executions.
CREATE TABLE IF NOT EXISTS shadow_results /*ON CLUSTER*/
(
    organisation   LowCardinality(String),
    rollout_id     LowCardinality(String),
    -- When the execution began.
    started        DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    -- Of `executions`.
    execution      String CODEC(ZSTD),
    solution       LowCardinality(String),
    live_version   LowCardinality(String),
    shadow_version LowCardinality(String),
    -- False if the shadow needed a response that the execution did not record, or does not accept its input. It has no status or outcome then.
    comparable     Bool,
    live_status    LowCardinality(String),
    shadow_status  LowCardinality(String),
    -- At most 200 characters.
    live_outcome   LowCardinality(String),
    shadow_outcome LowCardinality(String),
    -- The shadow's, in the layout of its version. Empty if the outcomes are equal.
    record         String CODEC(ZSTD(3)),
    -- Inputs that the same runtime did not evaluate since its previous row: the queue was full, or it did not serve the version.
    dropped        UInt32 CODEC(T64, ZSTD),
    inserted       DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(Delta, ZSTD)
)
ENGINE = /*Replicated*/ReplacingMergeTree
PARTITION BY toYYYYMM(started)
ORDER BY (organisation, rollout_id, started, execution)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
