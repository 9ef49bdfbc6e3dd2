#!/bin/sh
# Writes `.env` for compose.yaml: random passwords for each user and a master key. Keep it: stored secrets can only be decrypted with it.
# Variables that an existing `.env` has are not changed; those that a later version added are appended.
set -eu
cd "$(dirname "$0")/.."
# Checked first: a command that fails inside the list below would not end the script.
openssl rand -hex 24 >/dev/null || { echo "make-env.sh needs openssl." >&2 && exit 1; }
# NATS parses a value of digits as a number, so each starts with a letter.
password() { echo "p$(openssl rand -hex 24)"; }
umask 077
touch .env
# A last line without its end.
[ -z "$(tail -c 1 .env)" ] || echo >> .env
while IFS= read -r line; do
  # An empty value is replaced: nothing can start with it.
  grep -q "^${line%%=*}=." .env && continue
  sed -i.old "/^${line%%=*}=\$/d" .env && rm .env.old
  printf '%s\n' "$line" >> .env
done <<END
AIRLOCK_POSTGRES_SUPER_PASSWORD=$(password)
AIRLOCK_POSTGRES_OWNER_PASSWORD=$(password)
AIRLOCK_POSTGRES_APP_PASSWORD=$(password)
AIRLOCK_NATS_ADMIN_PASSWORD=$(password)
AIRLOCK_NATS_API_PASSWORD=$(password)
AIRLOCK_NATS_MIGRATE_PASSWORD=$(password)
AIRLOCK_NATS_RUNTIME_PASSWORD=$(password)
AIRLOCK_NATS_WORKER_PASSWORD=$(password)
AIRLOCK_CLICKHOUSE_ADMIN_PASSWORD=$(password)
AIRLOCK_CLICKHOUSE_API_PASSWORD=$(password)
AIRLOCK_CLICKHOUSE_MIGRATE_PASSWORD=$(password)
AIRLOCK_CLICKHOUSE_WORKER_PASSWORD=$(password)
AIRLOCK_KEYCLOAK_PASSWORD=$(password)
AIRLOCK_S3_SECRET_KEY=$(password)
AIRLOCK_SECRET_KEY=$(openssl rand -base64 32)
END
echo ".env has all passwords and keys."
