#!/usr/bin/env bash
# libheif-js 1.23.2: pictures of one `altr` group are all "top level" images.
#
# An `altr` group of a HEIF file (ISO/IEC 23008-12, 6.8.1) says that its pictures are alternatives: a reader shows one of
# them. A program that takes "top level images" for the pages or photos of a file shows the same photo twice.
# Guess, for two pictures in one such group: one top level image, as thumbnails, auxiliary and hidden pictures are left out.
# Seen: two; the group is there (heif_context_get_entity_groups), but only for the program to ask.
# Needs heif-enc (Debian's libheif-examples): it writes two pictures into one file, and the group is added here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts libheif-js@1.23.2
cat >picture.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

// A PNG of 64 x 64 black pixels.
const part = (type, data) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
};
const head = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 2, 0, 0, 0]);
const pixels = deflateSync(Buffer.alloc(64 * (1 + 64 * 3), 0));
const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
writeFileSync("one.png", Buffer.concat([mark, part("IHDR", head), part("IDAT", pixels), part("IEND", Buffer.alloc(0))]));
JS
cat >group.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import openLibrary from "libheif-js/libheif-wasm/libheif.js";

const uint32 = (...values) => Buffer.concat(values.map((value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}));
const box = (type, content) => Buffer.concat([uint32(8 + content.length), Buffer.from(type), content]);

/** The file with its pictures 1 and 2 in one `altr` group, at the end of its `meta` box. */
function grouped(file) {
  const group = box("grpl", box("altr", uint32(0, 1000, 2, 1, 2)));
  const meta = file.indexOf("meta") - 4;
  const end = meta + file.readUInt32BE(meta);
  const whole = Buffer.concat([file.subarray(0, end), group, file.subarray(end)]);
  whole.writeUInt32BE(file.readUInt32BE(meta) + group.length, meta);
  // Where the pictures' data are: base offsets of four bytes, version 0 of the box.
  const iloc = file.indexOf("iloc");
  if (file.readUInt32BE(iloc + 4) !== 0 || file.readUInt16BE(iloc + 8) !== 0x4440) throw new Error("Another iloc box.");
  for (let item = 0, at = iloc + 12; item < 2; item++, at += 18) {
    whole.writeUInt32BE(file.readUInt32BE(at + 4) + group.length, at + 4);
  }
  return whole;
}

function look(name, bytes) {
  const library = openLibrary({ wasmBinary: readFileSync("node_modules/libheif-js/libheif-wasm/libheif.wasm") });
  const context = library.heif_context_alloc();
  library.heif_context_read_from_memory(context, bytes);
  const ids = library.heif_js_context_get_list_of_top_level_image_IDs(context);
  const sizes = ids.map((id) => library.heif_image_handle_get_width(library.heif_js_context_get_image_handle(context, id)));
  const count = library._malloc(4);
  library._heif_context_get_entity_groups(context.$$.ptr, Buffer.from("altr").readUInt32BE(), 0, count);
  console.log(`${name}: top level ${ids.join(" ")}, widths ${sizes.join(" ")}, altr groups ${library.HEAPU32[count / 4]}`);
}

const plain = readFileSync("two.heic");
look("two pictures", plain);
look("two alternatives", grouped(plain));
JS
node picture.mjs
heif-enc -q 50 one.png one.png -o two.heic >/dev/null
echo "Node $(node --version), libheif-js 1.23.2"
node group.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
two pictures: top level 1 2, widths 64 64, altr groups 0
two alternatives: top level 1 2, widths 64 64, altr groups 1
SEEN
