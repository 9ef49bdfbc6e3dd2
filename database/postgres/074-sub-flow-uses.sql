-- Where versions are used as sub-flows: which drafts and versions have a copy of which version. Written with each of them.

create table sub_flow_uses (
  organisation_id text not null,
  solution_id text not null,
  -- Null: the solution's draft.
  version_id text references versions (id) on delete cascade,
  used_version_id text not null references versions (id) on delete cascade,
  -- Whether the flow itself runs it; otherwise it is inside another sub-flow.
  direct boolean not null,
  unique nulls not distinct (solution_id, version_id, used_version_id),
  foreign key (organisation_id, solution_id) references solutions (organisation_id, id) on delete cascade
);
create index on sub_flow_uses (version_id);
create index on sub_flow_uses (used_version_id);
call airlock.belongs_to_organisation('sub_flow_uses');
