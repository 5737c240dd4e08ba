#!/usr/bin/env bash
# Icarus Verilog 11.0 (Debian 11.0-1.1+b1): whatever `-o` names gets the mode 755, for a umask of 077 as well.
#
# A netlist is often checked by `iverilog -Wall -o /dev/null netlist.v`, where only the warnings matter. The target `vvp`
# writes a program, which people start, and so sets its mode, also of what was there before: a file with mode 600 can then
# be read by everybody, and as root /dev/null becomes crwxr-xr-x. Then every program of another user that writes to
# /dev/null fails with "Permission denied", long after and far away from the check: here services of systemd did not start.
# `-t null` compiles without an output, and yosys leaves modes alone.
# Guess: an existing file keeps its mode, and a new one has what the umask leaves: 600 and 600.
# Seen: 755 for both, also through a link. The change of a device was seen as root and is not repeated here.
# Source: iverilog(1), "-o filename: Place output in the file filename"; a mode is not mentioned.
# Needs Debian's packages (apt-get, dpkg-deb), no root.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq iverilog=11.0-1.1+b1 2>warnings.txt || { cat warnings.txt >&2; exit 1; }
dpkg-deb -x iverilog_*.deb tools
base=$(dirname "$(find tools -name vvp.tgt)")
compile() { tools/usr/bin/iverilog -B "$base" "$@" inverter.v; }
echo 'module inverter(input x, output y); assign y = ~x; endmodule' >inverter.v
dpkg-deb -f iverilog_*.deb Package Version
umask 077
touch known linked unused
ln -s linked link
compile -o known
compile -o new
compile -o link
compile -t null -o unused
stat -c '%n %a' known new linked unused | tee seen.txt
diff - seen.txt <<'SEEN'
known 755
new 755
linked 755
unused 600
SEEN
