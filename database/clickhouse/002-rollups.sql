-- How many executions each version answered in each minute, so that a chart over all data reads minutes and not executions.
--
-- A row of a minute is only ever added to, and merging takes the largest of each column. That is exact, because everything here can
-- only grow as executions arrive: the distinct ids of a minute, the sum of their durations, the longest of them. So a minute may be
-- counted twice, by two workers at once, or again after its executions were dropped, and the largest is still the truth.
--
-- `marked` says that an insert touched the minute, `counted` when its distinct ids were last counted. A minute that was marked
-- after it was counted (or so shortly before that the insert may not have been seen) is counted from the executions themselves
-- until a worker has counted it again. Executions that come twice or days late only mark their minute.
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

    -- A worker asks what was marked since it last looked.
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

-- What is there already, marked two minutes ago so that a worker counts it at once, a slice at a time. Until then it is counted as
-- it always was.
INSERT INTO execution_minutes (organisation, version, minute, marked)
SELECT DISTINCT organisation, version, toStartOfMinute(toDateTime(started, 'UTC')), now64(3, 'UTC') - toIntervalMinute(2)
FROM executions;
