-- Comparisons of two flows over the rows of a datasource, like an experiment with one: a range of rows at a time in ClickHouse. Both results are in a
-- table of their own (`experiment_<id>`), which is dropped with this row.
alter table comparisons
  alter column executions_of drop not null,
  alter column start_at drop not null,
  alter column end_at drop not null,
  add column datasource_id text,
  -- {name, type, importWss, recordCount, columns: [{name, key, type}]}, at that time.
  add column datasource json,
  add column records text not null default 'all' check (records in ('first', 'all')),
  -- {left, right}: of the fields of each flow, as in a result of an experiment.
  add column field_mapping json,
  -- Each range of this number of rows is one partition. All rows below `next_row` are done.
  add column range_rows bigint not null default 250000 check (range_rows > 0),
  add column next_row bigint not null default 0,
  -- The lease's owner: a worker that finds another owner here has lost the lease, and stops.
  add column lease text not null default '',
  -- {left, right}: layouts of the table's columns. Set when it is complete.
  add column layouts json,
  add constraint comparisons_over check (
    case when datasource_id is null
      then executions_of is not null and start_at is not null and end_at is not null
      else executions_of is null and start_at is null and end_at is null and datasource is not null and field_mapping is not null
    end
  );

drop trigger stamp on comparisons;
call airlock.stamped('comparisons',
  'status', 'message', 'rows', 'total_rows', 'position', 'summary', 'finished_at', 'next_row', 'lease', 'layouts');
call airlock.audited('comparisons', large => '{left_definition,right_definition}',
  unnoticed => '{status,message,rows,total_rows,position,summary,finished_at,range_rows,next_row,lease,layouts}');

create or replace function airlock.experiment_results_kept(ids text[]) returns table (id text, lease text)
  language sql stable security definer set search_path = public
  as $$ select r.id, case when r.status = 'running' then r.lease else '' end
        from experiment_results r where r.id = any (ids) and r.status in ('waiting', 'running', 'done')
        union all
        select c.id, case when c.status = 'running' then c.lease else '' end
        from comparisons c where c.id = any (ids) and c.datasource_id is not null and c.status in ('waiting', 'running', 'done') $$;
