-- When the execution record was erased. The execution itself, its time, duration and status are kept and counted.
ALTER TABLE executions /*ON CLUSTER*/ ADD COLUMN IF NOT EXISTS erased DateTime('UTC') DEFAULT 0;

-- Erasures search what arrived since their last pass.
ALTER TABLE executions /*ON CLUSTER*/ ADD INDEX IF NOT EXISTS by_inserted inserted TYPE minmax GRANULARITY 1;
ALTER TABLE executions /*ON CLUSTER*/ MATERIALIZE INDEX by_inserted;
