#!/bin/sh
# Starts CircuitGrade from the folder in which this lies: the one file unpacks such a folder, an image has one as /app.
set -eu
app=$(readlink -f "$0")
app=${app%/*}
# Debian without fonts has no settings for them either.
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="${FONTCONFIG_FILE:-$app/fonts.conf}"
# Compiled code is kept here: later starts are quicker.
export DENO_DIR="$app/deno" DENO_NO_UPDATE_CHECK=1
# Freed memory goes back to the system at once: the same as cli/small-pools.mjs.
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1048576}"
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
# What the command may do is what its user may do; the server that it starts is held to less.
exec "$app/node_modules/@deno/linux-x64-glibc/deno" run --allow-all --no-prompt --no-config --no-lock \
	--node-modules-dir=manual --cached-only --quiet "$app/cli/packaged.js" "$@"
