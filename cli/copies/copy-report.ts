import { pairSvg } from "../../core/annotate/pair-svg.ts";
import { count, escapeMarkup } from "../../core/basics/texts.ts";
import { comparedCount, type ItemCopies } from "../../core/similarity/copies/copies-by-item.ts";
import type { CopyPair } from "../../core/similarity/copies/copy-pair.ts";
import { chanceText, looksCopied, sharingText } from "../../core/similarity/copies/pair-words.ts";
import type { LaidOutCircuit } from "../../core/similarity/layouts/laid-out-circuit.ts";
import type { Styler } from "../terminal.ts";
import { htmlTable } from "../views/report/html.ts";
import { REPORT_STYLE } from "../views/report/style.ts";
import type { ComparedDrawing } from "./compared-drawing.ts";

/** The result of the search, and the drawings by their IDs. */
export interface CopyReport {
  readonly items: readonly ItemCopies[];
  readonly drawings: ReadonlyMap<string, ComparedDrawing>;
}

/** Pairs and groups for a person, in the terminal. */
export function copiesText({ items }: CopyReport, style: Styler): string {
  const texts = items.flatMap(({ item, pairs, groups }) => {
    if (pairs.length === 0) return [];
    const heading = style("bold", `${item === null ? "Drawings" : `Item ${item}`}: ${groups.length} groups`);
    const lines = groups.map(({ ids }, index) => {
      const own = pairs.filter((pair) => looksCopied(pair) && ids.includes(pair.ids[0]));
      return `  Group ${index + 1}\n${linesOf(own)}`;
    });
    const others = pairs.filter((pair) => !looksCopied(pair));
    const alike = others.length === 0 ? "" : `  Layouts that are alike, of different circuits\n${linesOf(others)}`;
    return [`${heading}\n${lines.join("")}${alike}`];
  });
  return texts.length === 0 ? "No copies found.\n" : texts.join("\n");
}

function linesOf(pairs: readonly CopyPair[]): string {
  return pairs.map((pair) => `    ${pairText(pair)}\n`).join("");
}

function pairText(pair: CopyPair): string {
  return `${pair.ids.join("  ")}  ${Math.round(100 * pair.likeness)} % alike, ${chanceText(pair)}`;
}

/** `copies.html`: each pair side by side, at the same scale and with matched gates linked; it is self-contained. */
export function copiesHtml(report: CopyReport): string {
  const { items, drawings } = report;
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  const sections = items.flatMap(({ item, pairs }) =>
    pairs.map((pair, index) => pairSection(pair, { item, index, drawings })),
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Drawings that are alike</title>` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${REPORT_STYLE}</style></head><body>` +
    `<main><h1>Drawings that are alike</h1><p>${count(comparedCount(items), "drawing")} compared, ${count(sections.length, "pair")}. ` +
    `The same correct answer is not a copy: these layouts are more alike than those of the rest of the class. ` +
    `Pairs whose circuits differ are not called copied. ` +
    `A person decides.</p>${pairTable(report)}${sections.join("")}</main></body></html>\n`
  );
}

function pairTable({ items }: CopyReport): string {
  const rows = items.flatMap(({ item, pairs }) =>
    pairs.map((pair, index) => [
      `<a href="#pair-${item ?? 0}-${index}">${escapeMarkup(pair.ids[0])} and ${escapeMarkup(pair.ids[1])}</a>`,
      item === null ? "–" : String(item),
      `${Math.round(100 * pair.likeness)} %`,
      escapeMarkup(chanceText(pair)),
      sharingText(pair),
    ]),
  );
  if (rows.length === 0) return "<p>No copies found.</p>";
  return htmlTable({ caption: "Pairs", header: ["Drawings", "Item", "Alike", "Chance", "Circuit"], rows });
}

interface SectionPlace {
  readonly item: number | null;
  readonly index: number;
  readonly drawings: CopyReport["drawings"];
}

function pairSection(pair: CopyPair, { item, index, drawings }: SectionPlace): string {
  const [a, b] = pair.ids;
  const circuits = [a, b].map((id) => drawings.get(id)!.circuit) as [LaidOutCircuit, LaidOutCircuit];
  const svg = circuits.some(({ nodes }) => nodes.length === 0) ? null : pairSvg(circuits, { titles: [a, b] });
  const source = svg && `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const words = escapeMarkup(`${a} next to ${b}, matched gates linked`);
  const picture = source && `<p><img style="max-width:100%;height:auto" src="${source}" alt="${words}"></p>`;
  return (
    `<section class="page" id="pair-${item ?? 0}-${index}"><h2>${escapeMarkup(a)} · ${escapeMarkup(b)}</h2>` +
    `<p>${Math.round(100 * pair.likeness)} % alike; ${escapeMarkup(chanceText(pair))}; ` +
    `${sharingText(pair)}.</p>${picture ?? ""}</section>`
  );
}
