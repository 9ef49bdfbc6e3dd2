-- The number of executions per version and minute, so that a chart over all data reads minutes and not executions.
--
-- Rows of a minute are only added, and merging takes the maximum of each column. That is exact, because all of them only grow as executions arrive:
-- the number of distinct ids, the sum of their durations, the longest of them. So a minute may be counted twice, by two workers concurrently, or
-- again after its executions were dropped, and the maximum is still right.
--
-- `marked` is when an insert touched the minute, `counted` when its distinct ids were last counted. A minute that was marked after it was counted (or
-- so shortly before that the insert may not have been seen) is counted from the executions themselves until a worker has counted it again. Executions
-- that arrive twice or days late only mark their minute.
CREATE TABLE IF NOT EXISTS execution_minutes /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    version      LowCardinality(String),
    minute       DateTime('UTC') CODEC(Delta, ZSTD),
    marked       SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD),
    counted      SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD),
    completed    SimpleAggregateFunction(max, UInt64) CODEC(T64, ZSTD),
    failed       SimpleAggregateFunction(max, UInt64) CODEC(T64, ZSTD),
    -- Of all distinct executions, in microseconds.
    duration_sum SimpleAggregateFunction(max, UInt64) CODEC(T64, ZSTD),
    duration_max SimpleAggregateFunction(max, UInt64) CODEC(T64, ZSTD),

    -- Workers query what was marked since their last pass.
    INDEX by_marked marked TYPE minmax GRANULARITY 1
)
ENGINE = /*Replicated*/AggregatingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (organisation, version, minute)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE MATERIALIZED VIEW IF NOT EXISTS execution_marks /*ON CLUSTER*/ TO execution_minutes AS
SELECT
    organisation,
    version,
    toStartOfMinute(toDateTime(started, 'UTC')) AS minute,
    now64(3, 'UTC') AS marked
FROM executions
GROUP BY organisation, version, minute;

-- Existing executions, marked two minutes ago so that a worker counts them immediately, in slices. Until then they are counted as before.
INSERT INTO execution_minutes (organisation, version, minute, marked)
SELECT DISTINCT organisation, version, toStartOfMinute(toDateTime(started, 'UTC')), now64(3, 'UTC') - toIntervalMinute(2)
FROM executions;
