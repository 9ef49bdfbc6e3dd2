-- Every user starts with one widget: the usage of all deployed solutions, over the whole width. It is stored in the row, so that a dashboard that a
-- user has emptied stays empty. Rewriting the column reaches every row without row-level security.

do $$
declare
  first jsonb := '[{"i": "usage-all", "x": 0, "y": 0, "w": 10, "h": 5, "config": {"type": "DeployedUsageStats", "key": "ALL",
    "range": "DAY", "granularity": "hour", "start": "-", "end": "-", "title": "All deployed solutions", "location": ""}}]';
begin
  execute 'alter table users alter column dashboard drop default';
  execute format('alter table users alter column dashboard type jsonb using case when dashboard = ''[]'' then %L::jsonb else dashboard end', first);
  execute format('alter table users alter column dashboard set default %L', first);
end
$$;
