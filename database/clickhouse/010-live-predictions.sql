-- What models were asked and answered in live decisions, as counts in the bins of their training, an hour of a version at a time.
--
-- An hour is counted whole, from the executions that are there, and replaces what was counted of it before. So it does not matter how
-- often it is counted, by whom, or where a worker died; executions that come late or twice, or are erased, only have it counted again.
-- An hour that is older than its organisation keeps executions goes with them.
CREATE TABLE IF NOT EXISTS prediction_hours /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    prediction   LowCardinality(String),
    model        UInt32,
    version      LowCardinality(String),
    hour         DateTime('UTC') CODEC(Delta, ZSTD),
    -- The place of the column in the model; -1 is the score, -2 the hour itself, which is there when nothing was asked, too.
    place        Int32,
    -- When the count began, by this server's clock. The latest is the truth.
    counted      DateTime64(3, 'UTC') CODEC(ZSTD),
    -- The choice of outcomes that it was counted with; 0 for none.
    outcomes     Int64,
    rows         UInt64 CODEC(T64, ZSTD),
    missing      UInt64 CODEC(T64, ZSTD),
    unseen       UInt64 CODEC(T64, ZSTD),
    bins         Array(UInt64) CODEC(ZSTD)
)
ENGINE = /*Replicated*/ReplacingMergeTree(counted)
PARTITION BY toYYYYMM(hour)
ORDER BY (organisation, prediction, model, version, hour, place);

-- What was predicted and what became of it, as numbers without a name: how often both came together in an hour. Those of an hour belong
-- to one count of it; earlier ones are passed over, and removed.
CREATE TABLE IF NOT EXISTS prediction_outcomes /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    prediction   LowCardinality(String),
    model        UInt32,
    version      LowCardinality(String),
    hour         DateTime('UTC') CODEC(Delta, ZSTD),
    counted      DateTime64(3, 'UTC') CODEC(ZSTD),
    -- Of two classes the probability of the second, of more the place of the likeliest, else the number.
    predicted    Float64 CODEC(ZSTD),
    -- The place of the class, or the number.
    actual       Float64 CODEC(ZSTD),
    decisions    UInt64 CODEC(T64, ZSTD)
)
ENGINE = /*Replicated*/SummingMergeTree(decisions)
PARTITION BY toYYYYMM(hour)
ORDER BY (organisation, prediction, model, version, hour, counted, predicted, actual);
