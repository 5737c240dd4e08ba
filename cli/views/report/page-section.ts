import { type Overlaid, overlaySvg } from "../../../core/annotate/overlay.ts";
import { escapeMarkup } from "../../../core/basics/texts.ts";
import { assignmentText } from "../../../core/boolean/difference-text.ts";
import { displayExpression } from "../../../core/boolean/forms.ts";
import { isReadingsGrade } from "../../../core/feedback/student-feedback.ts";
import type { ResultRow } from "../../../core/grade/grade-item.ts";
import { certaintyText } from "../../../core/rules/certainty.ts";
import type { GradedPage } from "../../grading/grade-record.ts";
import { pageName } from "../../pages/page-name.ts";
import { reasonsOf } from "../reasons.ts";
import { htmlTable } from "./html.ts";
import { truthComparison } from "./truth-comparison.ts";

/** What a page's section shows next to its grade. */
export interface PagePicture {
  /** JPEG bytes. */
  readonly jpeg: Uint8Array;
  /** The header of an unassigned page, upright; JPEG bytes. */
  readonly corner?: Uint8Array | null;
  readonly reading: Overlaid;
}

/** One page of the report: whose it is, its picture with the reading, why it needs review, its results. */
export function pageSection(
  page: GradedPage,
  { index, name, picture }: { index: number; name: string; picture: PagePicture | null },
): string {
  const review = page.status === "review" || page.status === "failed";
  const title = [page.student_id ?? "No student", name, page.item === null ? "no item" : `item ${page.item}`];
  const heading = title
    .filter((part) => part !== "")
    .map(escapeMarkup)
    .join(" · ");
  const grade = page.grade === null ? "no grade" : `${page.grade} of ${page.maximum}`;
  return (
    `<section class="page${review ? " needs-review" : ""}" id="page-${index}" aria-labelledby="title-${index}">` +
    `<h2 id="title-${index}">${heading}</h2>` +
    `<p><span class="status ${page.status}">${STATUS_WORDS[page.status]}</span> <strong>${grade}</strong>` +
    `${page.counts || page.student_id === null ? "" : " (does not count)"}</p>` +
    `<div>${figure(page, picture)}<div>${cornerFigure(picture)}${reasonList(page)}${commentText(page)}${verdictText(page)}${readingTexts(page)}</div></div>` +
    "</section>\n"
  );
}

/** Whether the page was graded by what was read of it, or has no grade yet. */
function isByReading({ by, grade, proposed }: GradedPage): boolean {
  return by !== "person" || isReadingsGrade(grade, proposed);
}

/** What was read, compared with the keys. */
function readingTexts(page: GradedPage): string {
  return isByReading(page) ? `${resultTable(page)}${explanationText(page)}${truthComparison(page)}` : "";
}

const STATUS_WORDS: Readonly<Record<GradedPage["status"], string>> = {
  graded: "Graded",
  review: "Needs review",
  failed: "Failed",
  extra: "Set aside",
};

/** A picture's bytes as the source of an `<img>`. */
export function jpegSource(jpeg: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(jpeg).toString("base64")}`;
}

function figure(graded: GradedPage, picture: PagePicture | null): string {
  const { file, page, gates, outputs } = graded;
  const caption = `<figcaption>${escapeMarkup(pageName(file, page))}</figcaption>`;
  if (picture === null) return `<figure><p>There is no picture of this page.</p>${caption}</figure>`;
  const source = jpegSource(picture.jpeg);
  const drawn = outputs.map(({ name, expression }) => `${name} = ${displayExpression(expression)}`).join("; ");
  const isByHand = !isByReading(graded);
  const words = isByHand ? "The drawing" : escapeMarkup(`The drawing: ${gates.length} gates. ${drawn}`);
  const overlay = isByHand ? "" : overlaySvg(picture.reading).replace("<svg ", '<svg aria-hidden="true" ');
  return (
    `<figure><div class="picture"><img src="${source}" alt="${words}" decoding="async">` +
    `${overlay}</div>${caption}</figure>`
  );
}

/** What is printed and written at the top, for the person who must say whose page it is. */
function cornerFigure(picture: PagePicture | null): string {
  if (!picture?.corner) return "";
  const source = jpegSource(picture.corner);
  return (
    `<figure class="corner"><img src="${source}" alt="The top of the page, with name, ID and QR code" decoding="async">` +
    "<figcaption>The top of the page: whose is it?</figcaption></figure>"
  );
}

function reasonList({ reasons, problems }: GradedPage): string {
  if (reasons.length === 0) return "";
  const items = reasonsOf(reasons, problems).map(({ text, marks }) => {
    const mark = marks.length === 0 ? "" : ` <strong>(! ${marks.join(", ")} in the picture)</strong>`;
    return `<li>${escapeMarkup(text)}${mark}</li>`;
  });
  return `<h3>Why it needs review</h3><ul class="reasons">${items.join("")}</ul>`;
}

function commentText({ comment, decided, grade }: GradedPage): string {
  const words = [...(decided ? [`A person has given ${grade} points.`] : []), ...(comment === null ? [] : [comment])];
  return words.map((text) => `<p class="comment">${escapeMarkup(text)}</p>`).join("");
}

/** What would make the circuit right. */
function explanationText({ explanation }: GradedPage): string {
  if (explanation === null) return "";
  const others = explanation.alternatives;
  return (
    `<h3>What would make it right</h3><p>${escapeMarkup(explanation.text)}</p>` +
    (others.length > 0 ? `<p>Or: ${escapeMarkup(others.join(" · "))}</p>` : "")
  );
}

/** How sure the machine is of the points, and what a person is asked. */
function verdictText({ confidence, needed, grade, by, question, maximum }: GradedPage): string {
  if (by === "person") return "";
  const sure = certaintyText({ points: grade, maximum: maximum ?? 0, confidence, needed });
  const certainty = sure === null ? "" : `<p class="certainty">${sure}</p>`;
  if (question === null) return certainty;
  const choices = question.choices.map(({ text, points, outputs }) => {
    const drawn = outputs.map(({ name, expression }) => `${name} = ${displayExpression(expression)}`).join("; ");
    return `<li>${escapeMarkup(`${text} ${points ?? "No"} of ${maximum} points. ${drawn}`)}</li>`;
  });
  return `${certainty}<h3>Which one counts?</h3><p>${escapeMarkup(question.text)}</p><ol class="readings">${choices.join("")}</ol>`;
}

function resultTable({ rows, grade, adjustments }: GradedPage): string {
  if (rows.length === 0) return "";
  const table = htmlTable({
    caption: grade === null ? "Results, for information only" : "Results",
    header: ["Output", "Key", "Page", "Result", "Grade"],
    rows: rows.map(({ output, expression, drawn, result, grade: points, maximum, firstDifference, partial }) => [
      output,
      `<code>${escapeMarkup(displayExpression(expression))}</code>`,
      drawn === null ? "–" : `<code>${escapeMarkup(displayExpression(drawn.expression))}</code>`,
      `<span class="${result === "Match" ? "match" : "mismatch"}">${result}</span>${placeText(firstDifference)}`,
      `${points} of ${maximum}${partial === undefined ? "" : `<br>${escapeMarkup(partial)}`}`,
    ]),
  });
  const rules = adjustments.map(({ reason }) => `<li>${escapeMarkup(reason)}</li>`).join("");
  return rules === "" ? table : `${table}<ul class="rubric" aria-label="For the drawing as a whole">${rules}</ul>`;
}

function placeText(difference: ResultRow["firstDifference"]): string {
  if (difference === null) return "";
  const inputs = assignmentText(difference.assignment);
  return escapeMarkup(`, first at ${inputs}: key ${difference.expected}, page ${difference.got}`);
}
