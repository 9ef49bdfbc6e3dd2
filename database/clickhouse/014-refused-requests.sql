-- Requests that runtimes refused, of callers with a verified key. Without the body: it was never validated, so an erasure could not find a person in
-- it.
--
-- Best effort and limited by the runtime (docs/decisions/20261117-refused-requests-are-sampled-and-kept-for-30-days.md). `not_stored` counts earlier
-- ones of the same key beyond the limit, so that the sum of 1 + not_stored is the number of refused requests.
--
-- A worker that dies between insert and acknowledgement inserts a row again: it is identical in every column, and removed by merging, like
-- executions.
CREATE TABLE IF NOT EXISTS refused_requests /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    at           DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    id           String CODEC(ZSTD),
    key          LowCardinality(String),
    -- The system account or the user.
    caller       LowCardinality(String),
    -- As in the URL. Not LowCardinality: a caller may send any text.
    version      String CODEC(ZSTD),
    correlation  String CODEC(ZSTD),
    method       LowCardinality(String),
    address      String CODEC(ZSTD),
    status       UInt16,
    code         LowCardinality(String),
    -- As sent to the caller. Its numbers are limits and waits.
    description  LowCardinality(String),
    -- Names of fields and their problems, in the same order. No values.
    fields       Array(String) CODEC(ZSTD),
    messages     Array(String) CODEC(ZSTD),
    duration_us  UInt64 CODEC(T64, ZSTD),
    remote       String CODEC(ZSTD),
    agent        String CODEC(ZSTD),
    not_stored   UInt64 CODEC(T64, ZSTD),

    INDEX by_correlation correlation TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = /*Replicated*/ReplacingMergeTree
-- Whole days are dropped.
PARTITION BY toDate(at)
ORDER BY (organisation, at, id)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS ttl_only_drop_parts = 1;
