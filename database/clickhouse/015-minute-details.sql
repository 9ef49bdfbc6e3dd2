-- What executions of a minute came to and how long they took, for the panels of the dashboard beside usage.
--
-- Merging takes the largest of each key: like the counts of a minute, each can only grow as executions arrive, so a minute may be counted
-- twice or again after its executions were dropped.
ALTER TABLE execution_minutes /*ON CLUSTER*/
    -- When the columns below were last counted. Another pass than `counted`, because outcomes need the definitions of versions. Minutes from
    -- before have 0 here: a worker counts them in the background, the newest first, as far as their executions are kept.
    ADD COLUMN IF NOT EXISTS detailed SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD),
    -- Executions by duration: key n is up to 1.05 to the power of n microseconds.
    ADD COLUMN IF NOT EXISTS durations SimpleAggregateFunction(maxMap, Map(UInt16, UInt64)) CODEC(ZSTD),
    -- Completed executions by the text of the outcome field, where the version has one. Only texts that the definition itself sets or that every
    -- reader knows; all others are 'Other'. So nothing of a person is in it, and erasure need not look here.
    ADD COLUMN IF NOT EXISTS outcomes SimpleAggregateFunction(maxMap, Map(String, UInt64)) CODEC(ZSTD),
    -- Executions by reason code, the 200 most frequent of the minute.
    ADD COLUMN IF NOT EXISTS reasons SimpleAggregateFunction(maxMap, Map(String, UInt64)) CODEC(ZSTD);
