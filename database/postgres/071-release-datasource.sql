-- A release request also compares both versions over the rows of a datasource, if the solution's policy has one.

-- {datasourceId, fieldMapping, records}. If the datasource was deleted, gates over it cannot be evaluated.
alter table release_policies add column datasource jsonb;
alter table release_policies add constraint release_policies_datasource check (datasource is null or solution_id is not null);
call airlock.audited('release_policies', noun => 'releasePolicy');

alter table release_requests
  add column datasource_comparison_id text references comparisons (id) on delete set null,
  -- Why both versions cannot run over the datasource.
  add column datasource_problem text not null default '';
create index on release_requests (datasource_comparison_id);
drop trigger stamp on release_requests;
call airlock.stamped('release_requests',
  'gates_run', 'gates_state', 'gates_at', 'gates', 'comparison_id', 'datasource_comparison_id', 'datasource_problem');
call airlock.audited('release_requests', noun => 'releaseRequest',
  unnoticed => '{gates_run,gates_state,gates_at,gates,comparison_id,datasource_comparison_id,datasource_problem}');
