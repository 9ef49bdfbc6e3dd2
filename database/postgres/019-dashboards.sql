-- Everyone starts out with one widget: the use of all deployed solutions, over the whole width. It stands in the row itself, so that a
-- dashboard that somebody has emptied stays empty. Rewriting the column reaches every row past the lock of its organisation.

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
