-- The worker that runs a long job: a training, a run of a scheduler, an import, an experiment, a comparison or an export. The worker renews its
-- lease; one that was not renewed for some seconds may be taken over by another worker. Every write of a job is in a transaction that also renews the
-- lease, so a worker that lost it can no longer change anything. The same holds for the api's call that adds to an upload. All times are the
-- database's.
create table job_leases (
  -- The id of the job's own row.
  job_id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  -- Of one acquisition of the lease, not of a process.
  owner text not null,
  renewed_at timestamptz not null default now()
);
create index on job_leases (organisation_id);
call airlock.belongs_to_organisation('job_leases');

-- The columns `lease` of training_jobs, prediction_runs, imports, experiment_results and comparisons, and `told_at` of prediction_runs, are used only
-- by workers of 0.5, which may still run during an upgrade. The release after 0.6 drops them.

create or replace function airlock.experiment_results_kept(ids text[]) returns table (id text, lease text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  as $$ select kept.id, coalesce(held.owner, kept.lease)
        from (
          select r.id, case when r.status = 'running' then r.lease else '' end as lease
          from experiment_results r where r.status in ('waiting', 'running', 'done')
          union all
          select c.id, case when c.status = 'running' then c.lease else '' end
          from comparisons c where c.datasource_id is not null and c.status in ('waiting', 'running', 'done')
        ) as kept
        left join job_leases held on held.job_id = kept.id
        where kept.id = any (ids) $$;
