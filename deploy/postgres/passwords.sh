#!/bin/sh
# Run by the Postgres image after roles.sql, once, when its volume is empty: the passwords of .env replace those of development.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$AIRLOCK_OWNER_PASSWORD" -v app="$AIRLOCK_APP_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'END'
alter role airlock_owner password :'owner';
alter role airlock_app password :'app';
END
