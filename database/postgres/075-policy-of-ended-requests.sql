-- The release policy under which a release request ended: a policy that changes later does not change how its approvals are read.

alter table release_requests add column ended_policy jsonb;
call airlock.audited('release_requests', noun => 'releaseRequest',
  unnoticed => '{gates_run,gates_state,gates_at,gates,comparison_id,datasource_comparison_id,datasource_problem,ended_policy}');
