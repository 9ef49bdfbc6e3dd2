#!/bin/sh
# Fills the templates, with the variables that NGINX_ENVSUBST_FILTER allows, and starts nginx.
set -eu
names=$(env | cut -d= -f1 | grep -E "${NGINX_ENVSUBST_FILTER:-}" | sed 's/.*/${&}/' | tr '\n' ' ')
cd /etc/nginx/templates
find . -name '*.template' | while read -r template; do
  target="/etc/nginx/conf.d/${template%.template}"
  mkdir -p "$(dirname "$target")"
  envsubst "$names" < "$template" > "$target"
done
cd /
exec "$@"
