-- An execution whose record was erased: that there was one, when, how long it took and how it ended stays, and is counted.
ALTER TABLE executions /*ON CLUSTER*/ ADD COLUMN IF NOT EXISTS erased DateTime('UTC') DEFAULT 0;

-- Erasures look again at what arrived since they last looked.
ALTER TABLE executions /*ON CLUSTER*/ ADD INDEX IF NOT EXISTS by_inserted inserted TYPE minmax GRANULARITY 1;
ALTER TABLE executions /*ON CLUSTER*/ MATERIALIZE INDEX by_inserted;
