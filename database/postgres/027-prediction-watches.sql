-- Comparison of live decisions with the training data of a model, and with known outcomes. The counts are in ClickHouse
-- (010-live-predictions.sql).

-- The settings and the last state. A prediction without a row has the default settings.
create table prediction_watches (
  prediction_id text primary key,
  organisation_id text not null,
  -- A column is reported above this population stability index.
  threshold double precision not null default 0.2 check (threshold > 0),
  -- Mails to the creator of the prediction. The console shows drift in any case.
  notify boolean not null default true,
  -- Observed outcomes: a datasource, the keys of its two columns, and the application field with the same key as the first (null: the key is the
  -- execution's id).
  outcomes_datasource_id text,
  outcomes_key text not null default '',
  outcomes_label text not null default '',
  outcomes_field text,
  -- When this was set: counts with an earlier setting are computed again.
  outcomes_at timestamptz,
  -- {state, since, columns, score}, shown in lists.
  drift json not null default '{"state":"none","since":null,"columns":[],"score":false}',
  -- The last evaluated counts, by ClickHouse's clock: later ones are still to be evaluated.
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

-- A column, or the score, that drifted: once per day, however often the day is counted again.
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
  -- Whether to send a mail, and when it was sent.
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
