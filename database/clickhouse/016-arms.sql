-- The rollout that split the calls between two versions, and which of the two decided: `champion` or `challenger`. Both are empty without one.
ALTER TABLE executions /*ON CLUSTER*/ ADD COLUMN IF NOT EXISTS rollout_id LowCardinality(String) DEFAULT '' AFTER correlation;
ALTER TABLE executions /*ON CLUSTER*/ ADD COLUMN IF NOT EXISTS arm LowCardinality(String) DEFAULT '' AFTER rollout_id;
