-- A third kind of datasource: a table in an organisation's own Postgres.

alter table datasources drop constraint datasources_type_check;
alter table datasources add constraint datasources_type_check check (type in ('LinkedStorage', 'BigQuery', 'Postgres'));
-- {host, port, database, user, secret, schema, tls} of a Postgres table. secret is the name of a secret, whose value is the password.
alter table datasources add column connection jsonb;
alter table datasources add constraint datasources_connection_check check ((type = 'Postgres') = (connection is not null));
call airlock.audited('datasources', large => '{columns}', unnoticed => '{status,record_count,counted_at,profile}');
