-- All executions, one row each.
--
-- A retry beyond JetStream's duplicate window, or a worker that died between insert and acknowledgement, inserts an execution a second time. The row
-- is then identical in every column, so ReplacingMergeTree removes it when parts are merged. Until then there are duplicates, and queries count
-- distinct ids (uniqExact(id)) or read FINAL.
--
-- The sorting key makes "the latest 100 of a version" a read from the end of one range, and a time range of a version a range of the index. The
-- organisation comes first, because every query has one.
--
-- On a cluster the migration replaces the two comments with `ON CLUSTER ...` and `Replicated`. On one server they stay comments.
CREATE TABLE IF NOT EXISTS executions /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    version      LowCardinality(String),
    -- Microseconds, although a runtime's clock has milliseconds: the column should not limit it later.
    started      DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    id           String CODEC(ZSTD),
    solution     LowCardinality(String),
    -- The key of the call, so that the calls of a leaked key can be traced.
    key          LowCardinality(String),
    duration_us  UInt64 CODEC(T64, ZSTD),
    status       Enum8('completed' = 1, 'failed' = 2),
    -- The engine's positional execution record. It can only be read with its version, which is immutable.
    record       String CODEC(ZSTD(3)),
    inserted     DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(Delta, ZSTD),

    -- Finds an execution by its id alone, whatever its version, for links to executions.
    INDEX by_id id TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = /*Replicated*/ReplacingMergeTree
-- Retention drops whole months, which are small enough to be dropped cheaply.
PARTITION BY toYYYYMM(started)
ORDER BY (organisation, version, started, id)
-- The stream deletes a message when its insert was acknowledged, so an acknowledged insert must be on disk.
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
