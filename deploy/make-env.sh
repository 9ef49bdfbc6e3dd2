#!/bin/sh
# Writes `.env` for compose.yaml: random passwords for each user and a master key. Keep it: stored secrets can only be decrypted with it.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo ".env exists already; delete it together with the volumes to begin anew." >&2
  exit 1
fi
# NATS parses a value of digits as a number, so each starts with a letter.
password() { echo "p$(openssl rand -hex 24)"; }
umask 077
cat > .env <<END
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
echo "Wrote .env."
