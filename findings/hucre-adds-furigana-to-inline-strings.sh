#!/usr/bin/env bash
# hucre 1.0.0: the value of an inline string has its phonetic text (furigana) behind it; a shared string's has not.
#
# Lists of Japanese students have the reading of a name in phonetic runs (rPh) next to the name's characters. Excel shows
# them above the characters, and they are no part of the cell's value. A program that looks students up by name, or greets
# them, gets another name from a file whose strings are in the cells, as some exporters write them.
# Guess: both cells of the file below, with the same string, have the value 山田.
# Seen: the shared string is 山田, the inline string 山田ヤマダ.
# Source: ECMA-376 part 1, 18.4.6 rPh (Phonetic Run): "a run of text which displays a phonetic hint for this String Item",
# and 18.3.1.53 is (Rich Text Inline), which has the same content as a shared string item.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts hucre@1.0.0 fflate@0.8.3
cat >read.mjs <<'JS'
import { strToU8, zipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const part = (name, type) => `<Override PartName="/xl/${name}.xml" ContentType="${types}.${type}+xml"/>`;
const relation = (id, type, target) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const name = '<t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh>';
const files = {
  "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part("workbook", "sheet.main")}${part("worksheets/sheet1", "worksheet")}${part("sharedStrings", "sharedStrings")}</Types>`,
  "_rels/.rels": `<Relationships xmlns="${packages}/relationships">${relation("rId1", "officeDocument", "xl/workbook.xml")}</Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships">${relation("rId1", "worksheet", "worksheets/sheet1.xml")}${relation("rId2", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
  "xl/sharedStrings.xml": `<sst xmlns="${main}"><si>${name}</si></sst>`,
  "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is>${name}</is></c></row></sheetData></worksheet>`,
};
const texts = Object.entries(files).map(([path, text]) => [path, strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`)]);
const { sheets } = await readXlsx(zipSync(Object.fromEntries(texts)));
const [shared, inline] = sheets[0].rows[0];
console.log("shared:", shared);
console.log("inline:", inline);
JS
echo "Node $(node --version), hucre 1.0.0"
node read.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
shared: 山田
inline: 山田ヤマダ
SEEN
