-- Requests that runtimes refused, of callers that proved a key. No body: it was never checked, so an erasure could not find a person in it.
--
-- Best effort and bounded at the runtime (docs/decisions/20261117-refused-requests-are-sampled-and-kept-for-30-days.md). `not_stored` counts
-- earlier ones of the same key that went beyond the limit, so that a sum of 1 + not_stored is the number of refused requests.
--
-- A worker that dies between insert and acknowledgement stores a row again: the same in every column, and merged away as executions are.
CREATE TABLE IF NOT EXISTS refused_requests /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    at           DateTime64(3, 'UTC') CODEC(Delta, ZSTD),
    id           String CODEC(ZSTD),
    key          LowCardinality(String),
    -- The system account or the user.
    caller       LowCardinality(String),
    -- As the address had it. Not LowCardinality: a caller may send any.
    version      String CODEC(ZSTD),
    correlation  String CODEC(ZSTD),
    method       LowCardinality(String),
    address      String CODEC(ZSTD),
    status       UInt16,
    code         LowCardinality(String),
    -- As the caller got it; its numbers are limits and waits.
    description  LowCardinality(String),
    -- Names of fields and what is wrong with them, in the same order. No values.
    fields       Array(String) CODEC(ZSTD),
    messages     Array(String) CODEC(ZSTD),
    duration_us  UInt64 CODEC(T64, ZSTD),
    remote       String CODEC(ZSTD),
    agent        String CODEC(ZSTD),
    not_stored   UInt64 CODEC(T64, ZSTD),

    INDEX by_correlation correlation TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = /*Replicated*/ReplacingMergeTree
-- A day is dropped whole.
PARTITION BY toDate(at)
ORDER BY (organisation, at, id)
TTL toDateTime(at) + INTERVAL 30 DAY
SETTINGS ttl_only_drop_parts = 1;
