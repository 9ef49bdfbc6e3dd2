-- Sequence numbers of the entries that runtimes read from JetStream (deployments, keys, secrets). A runtime refuses an entry with a lower number than
-- the one it applied, so that an old entry cannot be replayed. A bucket entry with a higher number than this sequence has assigned shows that the
-- database was restored to an earlier time.
create sequence airlock.order_numbers;
comment on sequence airlock.order_numbers is 'Rises with every entry that is written for runtimes; see docs/operations.md, Backup and restore.';
grant usage, select on sequence airlock.order_numbers to airlock_app;
