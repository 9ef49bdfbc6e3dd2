-- How live decisions are held against what a model was trained with, and against what became of them. The counts themselves are in
-- ClickHouse (010-live-predictions.sql).

-- What people set and what the last look came to. A prediction without a row here has the usual settings.
create table prediction_watches (
  prediction_id text primary key,
  organisation_id text not null,
  -- Above this population stability index a column is told of.
  threshold double precision not null default 0.2 check (threshold > 0),
  -- By mail, to whoever created the prediction. It is shown in any case.
  notify boolean not null default true,
  -- Where it stands what became of those who were decided about: a datasource, the keys of its two columns, and the application field
  -- that has the same key as the first (null: the key is the execution's id).
  outcomes_datasource_id text,
  outcomes_key text not null default '',
  outcomes_label text not null default '',
  outcomes_field text,
  -- When that was said: what was counted for an earlier choice is counted again.
  outcomes_at timestamptz,
  -- {state, since, columns, score}: what lists show.
  drift json not null default '{"state":"none","since":null,"columns":[],"score":false}',
  -- The counts that were looked at last, by ClickHouse's clock: what was counted later is still to be judged.
  judged_at timestamptz not null default 'epoch',
  created_at timestamptz not null default now(),
  created_by text,
  updated_at timestamptz not null default now(),
  updated_by text,
  revision integer not null default 1,
  foreign key (organisation_id, prediction_id) references predictions (organisation_id, id) on delete cascade,
  foreign key (organisation_id, outcomes_datasource_id) references datasources (organisation_id, id) on delete set null (outcomes_datasource_id)
);
create index on prediction_watches (organisation_id, prediction_id);
create index on prediction_watches (outcomes_datasource_id) where outcomes_datasource_id is not null;
call airlock.stamped('prediction_watches', 'drift', 'judged_at');
call airlock.belongs_to_organisation('prediction_watches');
call airlock.audited('prediction_watches', record_column => 'prediction_id', unnoticed => '{drift,judged_at,outcomes_at}');

-- A column, or the score, that was found to have moved: once for a day, however often the day is counted again.
create table prediction_alerts (
  organisation_id text not null,
  prediction_id text not null,
  model integer not null,
  day date not null,
  subject text not null check (subject in ('column', 'score')),
  column_name text not null,
  psi double precision not null,
  count bigint not null,
  noticed_at timestamptz not null default now(),
  -- Whether a mail is to be sent, and when one was.
  wants_mail boolean not null,
  mailed_at timestamptz,
  primary key (prediction_id, model, day, subject, column_name),
  foreign key (organisation_id, prediction_id) references predictions (organisation_id, id) on delete cascade
);
create index on prediction_alerts (organisation_id, prediction_id);
call airlock.belongs_to_organisation('prediction_alerts');

create function airlock.live_models()
  returns table (organisation_id text, version_id text, prediction_id text, number integer, outcomes_datasource_id text, outcomes_at timestamptz)
  language sql stable security definer set search_path = public
  as $$
    select m.organisation_id, m.version_id, m.prediction_id, m.number, w.outcomes_datasource_id, w.outcomes_at
    from version_models m
    join versions v on v.id = m.version_id
    join predictions p on p.id = m.prediction_id
    left join prediction_watches w on w.prediction_id = m.prediction_id
    where v.desired is not null and p.type = 'standard'
    order by m.organisation_id, m.version_id
  $$;
comment on function airlock.live_models is 'Which versions that were ever served ask which models, over all organisations.';
revoke execute on function airlock.live_models from public;
grant execute on function airlock.live_models to airlock_app;
