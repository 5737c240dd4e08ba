#!/usr/bin/env bash
# Grades pages as an array job of a real Slurm: a controller and two nodes on this machine. One node is lost while it
# reads, Slurm runs its part again, and the merged results must be those of one run. As root, on Debian:
#
#   apt-get install --no-install-recommends slurm-wlm munge
#   bench/scale/slurm.sh [pages, by default 400] [parts, by default 8]
set -euo pipefail
pages=${1:-400} parts=${2:-8}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
export SLURM_CONF=$work/slurm.conf
cd "$work"

finish() {
  local code=$?
  kill $(cat ./*.pid) 2>/dev/null || true
  [ "$code" = 0 ] || tail -n 5 ./*.log ./*.out
  rm -rf "$work"
}
trap finish EXIT

command="$root/cli/circuitgrade.mjs"
echo '{ "schema_version": 1, "id": "t", "title": "Slurm", "type": "quiz",
  "items": [{ "item": 1, "keys": [{ "expression": "A & B", "grade": 5 }] }] }' > task.json
(cd "$root" && npx tsx -e "
  import('$root/cli/testdata/draw-pages.ts').then(async ({ pagePng, repeatedPagePdf }) => {
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir('$work/scans');
    const files = $pages - Math.floor($pages / 4);
    for (let index = 0; index < files; index++) {
      await writeFile('$work/scans/' + (20230000 + index) + '_quiz[1].png', await pagePng(255 - (index % 128)));
    }
    await writeFile('$work/scans/stack.pdf', await repeatedPagePdf($pages - files));
  });")

mkdir nodes state spool
dd if=/dev/urandom of=munge.key bs=1024 count=1 status=none
chmod 600 munge.key
chmod 711 "$work"
host=$(hostname -s)
cat > slurm.conf <<END
ClusterName=parts
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
SlurmdParameters=config_overrides
SelectType=select/cons_tres
NodeName=node[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17001-17002] CPUs=1
PartitionName=all Nodes=node[1-2] Default=YES State=UP
END
munged --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
  --log-file="$work/munged.log" --seed-file="$work/munge.seed"
slurmctld
slurmd -N node1
slurmd -N node2
sinfo --version

cat > class.sh <<END
#!/bin/sh
echo \$\$ > nodes/\$SLURMD_NODENAME
exec "$command" grade scans --task task.json --jobs 1 --resume \\
  --part "\$SLURM_ARRAY_TASK_ID/$parts" --out "parts/\$SLURM_ARRAY_TASK_ID"
END
job=$(sbatch --parsable --array="1-$parts" --requeue class.sh)

# Node 2 is lost when its first part has read two pages.
until [ -s nodes/node2 ]; do sleep 0.2; done
lost=$(cat nodes/node2)
part=$(tr '\0' '\n' < "/proc/$lost/environ" | sed -n 's/^SLURM_ARRAY_TASK_ID=//p')
journal=parts/$part/.circuitgrade/journal.jsonl
until [ -s "$journal" ] && [ "$(wc -l < "$journal")" -gt 2 ]; do sleep 0.2; done
step=$(ps -o ppid= -p "$lost")
kill -9 "$(cat node2.pid)" $step "$lost"
rm node2.pid
echo "node2 is lost while it reads part $part: $(($(wc -l < "$journal") - 1)) pages of it are kept"
until sinfo --noheader --nodes node2 --format %t | grep -q down; do sleep 1; done
slurmd -N node2

# Slurm runs a part again two minutes after its node was lost.
while [ -n "$(squeue --noheader --jobs "$job" 2>/dev/null)" ]; do sleep 2; done
grep "Reused from an earlier run" "slurm-${job}_$part.out"
"$command" merge parts/* --out merged --quiet || [ $? = 1 ]
"$command" grade scans --task task.json --out whole --quiet || [ $? = 1 ]
diff --recursive --exclude .circuitgrade merged whole
diff --recursive merged/.circuitgrade/pages whole/.circuitgrade/pages
echo "$pages pages in $parts parts: merged, they are what one run writes"
