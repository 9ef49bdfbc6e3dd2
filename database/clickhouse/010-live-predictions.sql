-- Inputs and scores of models in live decisions, as counts in the bins of their training, per hour and version.
--
-- An hour is counted completely, from its stored executions, and replaces the earlier count. So counting is idempotent, and executions that arrive
-- late or twice, or are erased, only cause another count. Hours beyond the retention of executions are deleted with them.
CREATE TABLE IF NOT EXISTS prediction_hours /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    prediction   LowCardinality(String),
    model        UInt32,
    version      LowCardinality(String),
    hour         DateTime('UTC') CODEC(Delta, ZSTD),
    -- The index of the column in the model. -1 is the score, -2 the hour itself, which exists even without predictions.
    place        Int32,
    -- When the count began, by this server's clock. The latest count is valid.
    counted      DateTime64(3, 'UTC') CODEC(ZSTD),
    -- The setting of known outcomes that it was counted with, 0 for none.
    outcomes     Int64,
    rows         UInt64 CODEC(T64, ZSTD),
    missing      UInt64 CODEC(T64, ZSTD),
    unseen       UInt64 CODEC(T64, ZSTD),
    bins         Array(UInt64) CODEC(ZSTD)
)
ENGINE = /*Replicated*/ReplacingMergeTree(counted)
PARTITION BY toYYYYMM(hour)
ORDER BY (organisation, prediction, model, version, hour, place);

-- Predictions and known outcomes as anonymous numbers: how often both occurred together in an hour. Rows of an hour belong to one count. Those of
-- earlier counts are ignored, and removed.
CREATE TABLE IF NOT EXISTS prediction_outcomes /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    prediction   LowCardinality(String),
    model        UInt32,
    version      LowCardinality(String),
    hour         DateTime('UTC') CODEC(Delta, ZSTD),
    counted      DateTime64(3, 'UTC') CODEC(ZSTD),
    -- With two classes the probability of the second, with more the index of the most likely one, otherwise the number.
    predicted    Float64 CODEC(ZSTD),
    -- The index of the class, or the number.
    actual       Float64 CODEC(ZSTD),
    decisions    UInt64 CODEC(T64, ZSTD)
)
ENGINE = /*Replicated*/SummingMergeTree(decisions)
PARTITION BY toYYYYMM(hour)
ORDER BY (organisation, prediction, model, version, hour, counted, predicted, actual);
