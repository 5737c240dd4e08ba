#!/bin/sh
# Whether the server answers on this machine: for a container's health check.
app=$(readlink -f "$0")
app=${app%/*}
DENO_DIR="$app/deno" exec "$app/node_modules/@deno/linux-x64-glibc/deno" eval --quiet --no-config --no-lock \
	"const { ok } = await fetch('http://127.0.0.1:${PORT:-8080}/healthz'); Deno.exit(ok ? 0 : 1)"
