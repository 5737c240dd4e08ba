#!/bin/sh
# Makes a root folder of Debian's own packages: what every Debian 12 has (the packages marked essential, with all that
# they need, and apt's libstdc++6), and nothing else. Wants a Debian 12 machine with apt-get.
#     .ci/package/bare-debian.sh FOLDER
#     BARE_ROOT=FOLDER npx vitest run .ci/package
set -eu
root=$1
mkdir -p "$root/.packages"
cd "$root/.packages"
essential=$(dpkg-query -W -f '${Essential} ${Package}\n' | sed -n 's/^yes //p')
# shellcheck disable=SC2086 # one word a package
all=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances \
	$essential libstdc++6 | grep '^[a-z0-9]' | sort -u)
for package in $all; do
	# Of alternatives only those that are installed here; what is virtual has no file.
	dpkg-query -W "$package" >/dev/null 2>&1 && apt-get download -qq "$package" || true
done
cd "$root"
for package in .packages/*.deb; do dpkg-deb --fsys-tarfile "$package" | tar -xf - --keep-directory-symlink -C "$root"; done
rm -rf .packages
# As their set-up scripts leave it, on a system with a merged /usr.
for name in bin sbin lib lib64; do
	[ -L "$name" ] || { mkdir -p "usr/$name"; [ ! -d "$name" ] || { cp -a "$name/." "usr/$name/" && rm -rf "$name"; }; ln -s "usr/$name" "$name"; }
done
[ -e usr/bin/sh ] || ln -s dash usr/bin/sh
mkdir -p dev proc tmp root
cat etc/debian_version
