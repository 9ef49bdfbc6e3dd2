#!/bin/sh
# Makes a certificate authority of this installation and a certificate for each server of compose.yaml. The service `certificates` runs it at every
# `docker compose up`: it keeps what exists, and replaces what ends soon or was not signed by the authority. docs/operations.md says when to renew.
# make-certificates.sh <folder>, with these folders in it: authority (the key of the authority, which no server gets), trusted (its certificate, for
# clients), and one for each server (its certificate and key).
set -eu
cd "$1"
servers="postgres nats clickhouse s3 inbox"
days=397
# A certificate that ends within this time is replaced.
soon=$((90 * 86400))

# The user of each container. Those without one run as root, without the capability to read files of others.
owner() {
  case $1 in
    postgres) echo 999 ;;
    clickhouse) echo 101 ;;
    *) echo 0 ;;
  esac
}

# request <key> <certificate> <name> <days> <further options>, with the extensions on standard input
request() {
  key=$1 certificate=$2 name=$3 valid=$4
  shift 4
  # Left by an interruption: they cannot be opened for writing.
  rm -f "$key.new" "$certificate.new"
  problem=$({ printf '[req]\ndistinguished_name=name\nx509_extensions=extensions\n[name]\n[extensions]\n' && cat; } |
    (umask 077 && openssl req -config /dev/stdin -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc \
      -keyout "$key.new" -out "$certificate.new" -subj "/CN=$name" -days "$valid" "$@" 2>&1)) || { echo "$problem" >&2 && exit 1; }
}

# Whether the authority may sign for the name of each server. A release may have added one.
allows_servers() {
  names=$(openssl x509 -in trusted/ca.crt -noout -ext nameConstraints | tr -d ' ')
  for server in $servers; do
    printf '%s\n' "$names" | grep -qx "DNS:$server" || return 1
  done
}

mkdir -p authority trusted
# It must outlive the certificates that it signs.
if ! [ -e authority/ca.key ] || ! openssl x509 -in trusted/ca.crt -noout -checkend $((days * 86400)) >/dev/null 2>&1 || ! allows_servers; then
  # Only for these names: processes trust it in addition to public authorities.
  request authority/ca.key trusted/ca.crt "Airlock Compose" 3650 <<END
basicConstraints=critical,CA:TRUE,pathlen:0
keyUsage=critical,keyCertSign
subjectKeyIdentifier=hash
nameConstraints=critical,$(for server in $servers; do printf 'permitted;DNS:%s,' "$server"; done)excluded;IP:0.0.0.0/0.0.0.0,excluded;IP:::/::
END
  chmod 444 trusted/ca.crt.new
  # An interruption between the two leaves no certificate, instead of one of another key.
  rm -f trusted/ca.crt
  mv authority/ca.key.new authority/ca.key
  mv trusted/ca.crt.new trusted/ca.crt
  echo "Made the certificate authority."
fi

for server in $servers; do
  mkdir -p "$server"
  if openssl x509 -in "$server/server.crt" -noout -checkend "$soon" >/dev/null 2>&1 &&
    openssl verify -CAfile trusted/ca.crt "$server/server.crt" >/dev/null 2>&1; then continue; fi
  request "$server/server.key" "$server/server.crt" "$server" "$days" -CA trusted/ca.crt -CAkey authority/ca.key <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth
subjectAltName=DNS:$server
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
END
  chmod 400 "$server/server.key.new"
  chmod 444 "$server/server.crt.new"
  # In a container, which is root. Elsewhere the files belong to the user.
  if [ "$(id -u)" = 0 ]; then chown "$(owner "$server")" "$server/server.key.new"; fi
  # The key first: a certificate without its key would be kept.
  mv "$server/server.key.new" "$server/server.key"
  mv "$server/server.crt.new" "$server/server.crt"
  echo "Made the certificate of $server."
done
