import { escapeMarkup } from "../basics/texts.ts";
import { type ItemFeedback, itemTexts, pointsText, type StudentFeedback } from "./student-feedback.ts";

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;color:#1c2330;background:#fff;max-width:52rem;margin:0 auto;padding:1rem}" +
  "h1,h2{line-height:1.2}img{max-width:100%;height:auto;border:1px solid #ccd3dd}section{margin:2rem 0}" +
  ".comment{border-left:.25rem solid #3b82f6;padding:.25rem .75rem;background:#f3f5f8;white-space:pre-wrap}" +
  "footer{color:#5b6472;font-size:.8rem;overflow-wrap:anywhere}" +
  "@media print{section{break-inside:avoid}}";

/** A student's feedback as one self-contained HTML page. */
export function feedbackHtml(feedback: StudentFeedback): string {
  const { studentId, name, title, total, maximum, items, madeBy } = feedback;
  const footer = madeBy === undefined ? "" : `<footer>${escapeMarkup(madeBy)}</footer>`;
  const who = escapeMarkup(name === "" ? studentId : `${name} (${studentId})`);
  // Whatever a comment contains, the page makes no network requests.
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)}: ${escapeMarkup(studentId)}` +
    `</title><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>` +
    `<h1>${escapeMarkup(title)}</h1><p>${who}: <strong>${total === null ? "not graded yet" : `${total} of ${maximum}`}` +
    `</strong></p>${items.map(itemSection).join("")}${footer}</body></html>\n`
  );
}

function itemSection(item: ItemFeedback): string {
  const rows = itemTexts(item)
    .map((text) => `<li>${escapeMarkup(text)}</li>`)
    .join("");
  const picture =
    item.picture === null
      ? ""
      : `<p><img src="data:image/jpeg;base64,${Buffer.from(item.picture).toString("base64")}" alt="Your page for item ` +
        `${item.item}, with what was read drawn over it"></p>`;
  const comment = item.comment === "" ? "" : `<p class="comment">${escapeMarkup(item.comment)}</p>`;
  return (
    `<section><h2>Item ${item.item}: ${pointsText(item)}</h2>${comment}` +
    `${rows === "" ? "" : `<ul>${rows}</ul>`}${picture}</section>`
  );
}
