-- Monitors of the whole outcome mix: the outcome that shifted most, and by how much: {outcome, by}.
alter table monitors add column moved jsonb;
drop trigger stamp on monitors;
call airlock.stamped('monitors', 'judgement', 'value', 'decisions', 'usual', 'moved', 'points', 'judged_at', 'tried_at', 'unjudged_since');
call airlock.audited('monitors',
  unnoticed => '{judgement,value,decisions,usual,moved,points,judged_at,tried_at,unjudged_since}');

alter table firings add column moved jsonb;
call airlock.audited('firings', unnoticed => '{value,peak,decisions,usual,moved,inside_since,notified,points}');
