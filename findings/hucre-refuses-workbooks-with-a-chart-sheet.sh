#!/usr/bin/env bash
# hucre 1.0.0: `readXlsx` refuses a workbook that has a chart on a sheet of its own.
#
# Excel's "Move Chart: New sheet" (F11) makes a chart sheet, which stands in the workbook's list of sheets like any other,
# but has no cells: lists of grades have one with their distribution. A program that takes a failure of the reader for a
# damaged file sends its user to repair a file that is whole.
# Guess: of a workbook with the sheets Chart1 and List the reader gives List, perhaps with an empty Chart1.
# Seen: it throws `missing worksheet file for sheet "Chart1"`, wherever the chart is in the list; the same file gives List
# if that is the only sheet asked for, and SheetJS 0.18.5 gives both names and the cells of List.
# Source: ECMA-376 part 1, 12.3.2 Chartsheet Part, and 18.2.19 sheet, whose r:id may be that of a chart sheet.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts hucre@1.0.0 fflate@0.8.3 xlsx@0.18.5
cat >read.mjs <<'JS'
import { strToU8, zipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import XLSX from "xlsx";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const drawings = "http://schemas.openxmlformats.org/drawingml/2006";
const packages = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument";
const part = (name, type) => `<Override PartName="/${name}" ContentType="${types}.${type}+xml"/>`;
const relations = (...all) => `<Relationships xmlns="${packages}/relationships">${all.join("")}</Relationships>`;
const relation = (id, type, target) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
const cell = (at, text) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
const axis = (name, id, other, place) => `<c:${name}><c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${place}"/><c:crossAx val="${other}"/></c:${name}>`;
const sheets = {
  Chart1: '<sheet name="Chart1" sheetId="2" r:id="rId1"/>',
  List: '<sheet name="List" sheetId="1" r:id="rId2"/>',
};
function workbook(names) {
  const files = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part("xl/workbook.xml", "spreadsheetml.sheet.main")}${part("xl/chartsheets/sheet1.xml", "spreadsheetml.chartsheet")}${part("xl/worksheets/sheet1.xml", "spreadsheetml.worksheet")}${part("xl/drawings/drawing1.xml", "drawing")}${part("xl/charts/chart1.xml", "drawingml.chart")}</Types>`,
    "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name) => sheets[name]).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(relation("rId1", "chartsheet", "chartsheets/sheet1.xml"), relation("rId2", "worksheet", "worksheets/sheet1.xml")),
    "xl/chartsheets/sheet1.xml": `<chartsheet xmlns="${main}" xmlns:r="${office}"><sheetPr/><sheetViews><sheetView workbookViewId="0"/></sheetViews><drawing r:id="rId1"/></chartsheet>`,
    "xl/chartsheets/_rels/sheet1.xml.rels": relations(relation("rId1", "drawing", "../drawings/drawing1.xml")),
    "xl/drawings/drawing1.xml": `<xdr:wsDr xmlns:xdr="${drawings}/spreadsheetDrawing" xmlns:a="${drawings}/main"><xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9000000" cy="6000000"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart 1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${drawings}/chart"><c:chart xmlns:c="${drawings}/chart" xmlns:r="${office}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:absoluteAnchor></xdr:wsDr>`,
    "xl/drawings/_rels/drawing1.xml.rels": relations(relation("rId1", "chart", "../charts/chart1.xml")),
    "xl/charts/chart1.xml": `<c:chartSpace xmlns:c="${drawings}/chart"><c:chart><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>List!$B$2</c:f></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart>${axis("catAx", 1, 2, "b")}${axis("valAx", 2, 1, "l")}</c:plotArea></c:chart></c:chartSpace>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row r="1">${cell("A1", "Student ID")}${cell("B1", "Points")}</row><row r="2">${cell("A2", "20240101")}<c r="B2"><v>7</v></c></row></sheetData></worksheet>`,
  };
  const texts = Object.entries(files).map(([path, text]) => [path, strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`)]);
  return zipSync(Object.fromEntries(texts));
}
const show = (all) => all.map(({ name, rows }) => `${name} ${JSON.stringify(rows)}`).join(", ");
async function hucre(bytes, options) {
  try {
    return show((await readXlsx(bytes, options)).sheets);
  } catch (error) {
    return error.message;
  }
}
for (const names of [["List"], ["Chart1", "List"], ["List", "Chart1"]]) {
  console.log(`${names.join(" and ")}: ${await hucre(workbook(names))}`);
}
const bytes = workbook(["Chart1", "List"]);
console.log(`List alone of both: ${await hucre(bytes, { sheets: ["List"] })}`);
const { SheetNames, Sheets } = XLSX.read(bytes);
console.log(`SheetJS: ${SheetNames.join(" and ")}, ${JSON.stringify(XLSX.utils.sheet_to_json(Sheets.List, { header: 1 }))}`);
JS
echo "Node $(node --version), hucre 1.0.0, SheetJS 0.18.5"
node read.mjs | tee seen.txt
diff - seen.txt <<'SEEN'
List: List [["Student ID","Points"],["20240101",7]]
Chart1 and List: Invalid XLSX: missing worksheet file for sheet "Chart1"
List and Chart1: Invalid XLSX: missing worksheet file for sheet "Chart1"
List alone of both: List [["Student ID","Points"],["20240101",7]]
SheetJS: Chart1 and List, [["Student ID","Points"],["20240101",7]]
SEEN
