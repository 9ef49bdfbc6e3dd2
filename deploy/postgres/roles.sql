-- The two roles of Airlock, in its own database, by a superuser. May be run any number of times.
-- Passwords are for one machine only; an installation sets its own.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'airlock_owner') THEN
    CREATE ROLE airlock_owner;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'airlock_app') THEN
    CREATE ROLE airlock_app;
  END IF;
END
$$;

-- Owns the schema and runs migrations. It passes row-level security, so that the few SECURITY DEFINER functions it owns can look
-- across organisations at sign-in; no process of the product connects with it.
ALTER ROLE airlock_owner LOGIN NOSUPERUSER BYPASSRLS PASSWORD 'airlock';

-- What the api and the worker use: row-level security always holds for it.
ALTER ROLE airlock_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD 'airlock';

ALTER SCHEMA public OWNER TO airlock_owner;

-- Without it the owner could not create the schema of the job queue.
DO $$
BEGIN
  EXECUTE format('ALTER DATABASE %I OWNER TO airlock_owner', current_database());
END
$$;

-- A temporary table can shadow a table of the schema; the product creates none.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END
$$;
