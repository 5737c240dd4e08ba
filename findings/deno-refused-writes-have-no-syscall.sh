#!/usr/bin/env bash
# deno 2.9.5: what `node:fs` throws for a refused write to an open file has no `syscall`; for a whole file it has one.
#
# Node's errors of the system all have `code`, `errno` and `syscall`, and programs know them by `"syscall" in error`: a full
# disk is then told from damaged data, which is thrown by the same pipeline. Under Deno that test holds for `writeFile`,
# and fails for `write`, `writeSync` and streams: a full disk passes for a damaged archive.
# Guess, for each of four ways to write to a full disk: ENOSPC with `syscall` "write", in Node and in Deno.
# Seen: so in Node; in Deno only `writeFile`, the others give ENOSPC alone, and a text of the system's own.
# Source: Node's documentation, Errors, "Class: SystemError" (`error.syscall`: the system call that triggered the error).
# Needs Linux: /dev/full is a disk that is always full.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts deno@2.9.5
cat >write.mjs <<'JS'
import { createWriteStream, openSync, writeSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";

const bytes = new Uint8Array(10);
const disk = "/dev/full";
const ways = {
  writeFile: () => writeFile(disk, bytes),
  write: async () => (await open(disk, "w")).write(bytes),
  writeSync: async () => writeSync(openSync(disk, "w"), bytes),
  stream: () => new Promise((_, reject) => createWriteStream(disk).on("error", reject).write(bytes)),
};
for (const [name, way] of Object.entries(ways)) {
  const error = await way().catch((refused) => refused);
  console.log(`${name}: ${error.code}, syscall ${error.syscall}: ${error.message}`);
}
JS
deno=$(find node_modules/@deno -type f -name deno)
echo "Node $(node --version), $("$deno" --version | head -n 1)"
{
  echo Node
  node write.mjs
  echo Deno
  "$deno" run --no-config --allow-all write.mjs
} | tee seen.txt
diff - seen.txt <<'SEEN'
Node
writeFile: ENOSPC, syscall write: ENOSPC: no space left on device, write
write: ENOSPC, syscall write: ENOSPC: no space left on device, write
writeSync: ENOSPC, syscall write: ENOSPC: no space left on device, write
stream: ENOSPC, syscall write: ENOSPC: no space left on device, write
Deno
writeFile: ENOSPC, syscall write: ENOSPC: no space left on device, write
write: ENOSPC, syscall undefined: No space left on device (os error 28)
writeSync: ENOSPC, syscall undefined: No space left on device (os error 28)
stream: ENOSPC, syscall undefined: No space left on device (os error 28)
SEEN
