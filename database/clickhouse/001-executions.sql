-- Every decision that was ever answered, one row each.
--
-- A retry past JetStream's duplicate window, or a worker that died between insert and acknowledgement, brings an execution a second
-- time. The row is then the same in every column, so ReplacingMergeTree drops it when parts merge; until then it is there twice, and
-- whatever counts, counts distinct ids (uniqExact(id)) or reads FINAL.
--
-- The order makes "the latest 100 of a version" a read from the end of one range, and a time range of a version a range of the index.
-- The organisation stands first, because every query names one (and a cluster shards by it).
--
-- On a cluster the migration puts `ON CLUSTER ...` and `Replicated` where the two comments stand; on one server they are comments.
CREATE TABLE IF NOT EXISTS executions /*ON CLUSTER*/
(
    organisation LowCardinality(String),
    version      LowCardinality(String),
    -- Microseconds, though a runtime's clock gives milliseconds: the column must not be what limits it later.
    started      DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    id           String CODEC(ZSTD),
    solution     LowCardinality(String),
    -- The key that called, so that a leaked one can be traced to what it asked.
    key          LowCardinality(String),
    duration_us  UInt64 CODEC(T64, ZSTD),
    status       Enum8('completed' = 1, 'failed' = 2),
    -- The engine's positional record. It says nothing without its version, which never changes; readers expand it.
    record       String CODEC(ZSTD(3)),
    inserted     DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(Delta, ZSTD),

    -- One execution by its id alone, whatever its version: a link that somebody sent.
    INDEX by_id id TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = /*Replicated*/ReplacingMergeTree
-- A month is what retention drops at once and small enough that dropping it is cheap.
PARTITION BY toYYYYMM(started)
ORDER BY (organisation, version, started, id)
-- The stream forgets a message when its insert was acknowledged, so an acknowledged insert must be on the disk.
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
