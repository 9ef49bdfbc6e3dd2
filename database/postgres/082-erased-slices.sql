-- The executions that the job of an erasure is erasing: their version, ids and times. Stored before they are erased and removed with the change of the
-- count, so that a worker that takes over counts each once. Workers of the release before leave it alone.

alter table erasures add column erasing json;
drop trigger stamp on erasures;
call airlock.stamped('erasures', 'status', 'message', 'versions', 'versions_done', 'erased', 'erasing', 'swept_at', 'finished_at');
call airlock.audited(
  'erasures', secret => '{salt,hash}', unnoticed => '{status,message,versions,versions_done,erased,erasing,exports,swept_at,finished_at}'
);
