#!/usr/bin/env bash
# fontkit 2.0.4: `characterSet` of a font that was cut down to some letters has U+FFFF, for which it has no glyph.
#
# A program that asks a font which characters it has (to choose a font for a name, or to say which letters it lacks) takes
# them from `characterSet`. Guess: of DejaVu Sans Mono cut to A, B and C it has three, each with a glyph.
# Seen: four; the last one is U+FFFF, and `hasGlyphForCodePoint(0xffff)` says false. It is the segment that ends a table
# of format 4, the only one that such fonts have; the whole font has one of format 12, and no such character. So what a
# font can print is `hasGlyphForCodePoint`, for each character.
# Source: OpenType specification, "cmap", format 4 ("the last segment's … endCode must be 0xFFFF").
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fontkit@2.0.4 dejavu-fonts-ttf@2.37.3 subset-font@2.5.0
cat >characters.mjs <<'JS'
import { readFileSync } from "node:fs";
import { create } from "fontkit";
import subsetFont from "subset-font";
const whole = readFileSync("node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf");
function show(name, bytes) {
  const font = create(bytes);
  const absent = font.characterSet.filter((code) => !font.hasGlyphForCodePoint(code));
  const codes = absent.map((code) => code.toString(16)).join() || "none";
  console.log(`${name}: ${font.characterSet.length} characters, without a glyph: ${codes}`);
}
show("DejaVu Sans Mono", whole);
show("A to C of it", await subsetFont(whole, "ABC"));
show("A to C of it, as WOFF2", await subsetFont(whole, "ABC", { targetFormat: "woff2" }));
JS
echo "Node $(node --version), fontkit 2.0.4"
node characters.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
DejaVu Sans Mono: 3322 characters, without a glyph: none
A to C of it: 4 characters, without a glyph: ffff
A to C of it, as WOFF2: 4 characters, without a glyph: ffff
SEEN
