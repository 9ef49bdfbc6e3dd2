-- Outcomes and durations of the executions of a minute, for the panels of the dashboard.
--
-- Merging takes the maximum per key: like the counts of a minute, each only grows as executions arrive, so a minute may be counted twice or again
-- after its executions were dropped.
ALTER TABLE execution_minutes /*ON CLUSTER*/
    -- When the columns below were last counted. A separate pass from `counted`, because outcomes need the definitions of versions. Existing minutes
    -- have 0 here: a worker counts them in the background, the newest first, as far as their executions are still stored.
    ADD COLUMN IF NOT EXISTS detailed SimpleAggregateFunction(max, DateTime64(3, 'UTC')) CODEC(ZSTD),
    -- Executions by duration: key n is up to 1.05 to the power of n microseconds.
    ADD COLUMN IF NOT EXISTS durations SimpleAggregateFunction(maxMap, Map(UInt16, UInt64)) CODEC(ZSTD),
    -- Completed executions by the text of the outcome field, if the version has one. Only texts that the definition itself sets or common outcomes.
    -- All others are 'Other'. So there is no personal data in it, and erasure need not search here.
    ADD COLUMN IF NOT EXISTS outcomes SimpleAggregateFunction(maxMap, Map(String, UInt64)) CODEC(ZSTD),
    -- Executions by reason code, the 200 most frequent of the minute.
    ADD COLUMN IF NOT EXISTS reasons SimpleAggregateFunction(maxMap, Map(String, UInt64)) CODEC(ZSTD);
