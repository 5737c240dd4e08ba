#!/bin/sh
# CircuitGrade @VERSION@ for Linux on x86-64: runtime, server, web UI, command, models and fonts in one file. This text
# unpacks what follows it once, into a folder named by its hash, and starts it. Nothing but Debian's essential programs
# is needed, and no network.
set -eu

VERSION=@VERSION@
HASH=@HASH@ # SHA-256 of the archive that follows
FIRST=@FIRST@ # the archive's first byte, counted from 1
BYTES=@BYTES@ # of this whole file
NEEDED=@NEEDED@ # KB of the unpacked folder

# As the command ends: see cli/exit-codes.ts.
INTERNAL=5
NO_PERMISSION=6
DISK_FULL=7

fail() {
	code=$1
	shift
	printf 'circuitgrade: %s\n' "$*" >&2
	exit "$code"
}

[ "$(uname -s) $(uname -m)" = "Linux x86_64" ] || fail $INTERNAL "this file is for Linux on x86-64. Elsewhere, install it with npm."
[ -e /lib64/ld-linux-x86-64.so.2 ] || fail $INTERNAL "this system has no GNU C library (glibc), which Debian, Ubuntu and Fedora have."

case "${XDG_CACHE_HOME:-}" in
/*) cache=$XDG_CACHE_HOME ;;
*)
	[ -n "${HOME:-}" ] || fail $INTERNAL "there is no place to unpack to: set XDG_CACHE_HOME to a folder that may be written."
	cache=$HOME/.cache
	;;
esac
folder=$cache/circuitgrade
app=$folder/$VERSION-$(printf %.16s "$HASH")
deno=node_modules/@deno/linux-x64-glibc/deno

# In a subshell: its traps and its umask are not for the program.
unpack() (
	umask 022
	[ "$(wc -c <"$0")" -eq $BYTES ] || fail $INTERNAL "$0 is incomplete: $(wc -c <"$0") of $BYTES bytes. Copy or download it again."
	elsewhere="Free some, or set XDG_CACHE_HOME to a folder on another disk."
	mkdir -p "$folder" 2>/dev/null && draft=$(mktemp -d "$folder/.unpacking-XXXXXX" 2>/dev/null) ||
		fail $NO_PERMISSION "$folder cannot be written. Set XDG_CACHE_HOME to a folder that can be."
	trap 'rm -rf "$draft"' EXIT
	trap 'exit 130' HUP INT TERM
	free=$(df -k --output=avail "$folder" | tail -n 1)
	[ "$free" -ge $NEEDED ] ||
		fail $DISK_FULL "$folder needs $((NEEDED / 1024)) MB, and $((free / 1024)) MB are free. $elsewhere"
	printf 'circuitgrade: unpacking once into %s\n' "$app" >&2
	[ "$(tail -c +$FIRST "$0" | sha256sum)" = "$HASH  -" ] || fail $INTERNAL "$0 is damaged. Copy or download it again."
	mkdir "$draft/app"
	if ! words=$(tail -c +$FIRST "$0" | gzip -dc | LC_ALL=C tar -xmf - --no-same-owner -C "$draft/app" 2>&1); then
		code=$INTERNAL
		# Of a file that fits in part, tar says only how much of it.
		case $words in *"No space left"* | *"quota exceeded"* | *"File too large"* | *"Wrote only"*) code=$DISK_FULL ;; esac
		fail $code "it could not be unpacked into $folder: $(printf '%s' "$words" | head -n 1). $elsewhere"
	fi
	words=$("$draft/app/$deno" --version 2>&1) ||
		fail $INTERNAL "programs in $folder cannot be started: $(printf '%s' "$words" | head -n 1). If that disk is mounted with noexec, set XDG_CACHE_HOME to a folder elsewhere."
	# What is there already is whole, because another start was faster, or somebody has deleted parts of it.
	whole "$app" || mv "$app" "$draft/broken" 2>/dev/null || true
	mv -T "$draft/app" "$app" 2>/dev/null || whole "$app" || fail $INTERNAL "$app cannot be made. Delete it, and start again."
	remove_old
)

whole() {
	[ -x "$1/circuitgrade" ] && [ -x "$1/$deno" ] && [ -f "$1/cli/packaged.js" ]
}

# Versions that nobody has started for a month and that no process runs, and what killed starts have left.
remove_old() {
	running=$(readlink /proc/[0-9]*/exe 2>/dev/null) || true
	find "$folder" -mindepth 1 -maxdepth 1 -name '.unpacking-*' -mmin +60 -exec rm -rf {} + 2>/dev/null || true
	for old in "$folder"/*-*; do
		[ "$old" != "$app" ] || continue
		case "$running" in *"$old"/*) continue ;; esac
		[ -z "$(find "$old/used" -mtime +30 2>/dev/null)" ] || rm -rf "$old"
	done
}

whole "$app" || unpack
: 2>/dev/null >"$app/used" || true # by its time: see remove_old

exec "$app/circuitgrade" "$@"
