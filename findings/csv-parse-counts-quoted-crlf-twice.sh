#!/usr/bin/env bash
# csv-parse 7.0.3: `info.lines` counts a CR LF inside a quoted cell as two lines.
#
# Spreadsheets on Windows write CR LF at the end of a row and, for a line break that somebody typed into a cell, CR LF or
# LF. A program that reports errors by `info.lines` ("line 3 of your list") shows the wrong line after each such cell.
# Guess, for a file of the lines `a,b`, `1,"x`, `y"`, `2,z`: its three records end at the lines 1, 3 and 4.
# Seen: with CR LF everywhere they end at 1, 4 and 5; with LF in the cell at 1, 3 and 4, whatever ends the rows. It is the
# same with `record_delimiter` given as a list.
# Source: https://csv.js.org/parse/info/ ("lines: number of lines encountered in the source dataset").
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts csv-parse@7.0.3
cat >lines.mjs <<'JS'
import { parse } from "csv-parse/sync";
const ends = (text, options) => parse(text, { info: true, ...options }).map(({ info }) => info.lines).join(" ");
const list = { record_delimiter: ["\r\n", "\n", "\r"] };
console.log("CR LF in a cell:", ends('a,b\r\n1,"x\r\ny"\r\n2,z\r\n'));
console.log("CR LF in a cell, list of delimiters:", ends('a,b\r\n1,"x\r\ny"\r\n2,z\r\n', list));
console.log("LF in a cell:", ends('a,b\r\n1,"x\ny"\r\n2,z\r\n'));
JS
echo "Node $(node --version), csv-parse 7.0.3"
node lines.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
CR LF in a cell: 1 4 5
CR LF in a cell, list of delimiters: 1 4 5
LF in a cell: 1 3 4
SEEN
