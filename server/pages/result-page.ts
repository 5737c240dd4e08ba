import { html, raw } from "hono/html";
import { itemTexts, pointsText } from "../../core/feedback/student-feedback.ts";
import type { PictureBox } from "../../core/geometry/coordinates.ts";
import { DATE_DISPLAY } from "../../core/rules/limits.ts";
import { REGRADE_REQUEST } from "../../core/rules/tasks/regrade-request.ts";
import { LEGIBILITY_TEXTS } from "../../core/rules/unclear-kind.ts";
import { studentUploadPath } from "../contract/pages.ts";
import type { ItemLegibility } from "../contract/results/release.ts";
import type { RegradeRequestRow } from "../services/release/regrade-requests.ts";
import type { ResultItem, ResultState, StudentResult } from "../services/release/student-result.ts";
import { plainDocument } from "./plain-document.ts";
import type { Theme } from "./theme.ts";

/** What a student typed and was refused, to be corrected. */
export interface RefusedRequest {
  readonly item: number;
  readonly reason: string;
  readonly message: string;
}

interface ResultPage {
  readonly token: string;
  readonly result: StudentResult;
  /** Of pages that the student can still replace. */
  readonly legibility: readonly ItemLegibility[];
  /** The installation's. */
  readonly timezone: string;
  readonly theme: Theme;
  readonly refused?: RefusedRequest | undefined;
}

const STATES: Readonly<Record<ResultState, { readonly label: string; readonly text: string }>> = {
  missing: { label: "Nothing received", text: "Nothing was received for this item under this link." },
  received: { label: "Received", text: "Your page was received. It is not graded yet." },
  waiting: {
    label: "Received",
    text: "Your page was received after another one. Your teacher decides which of them counts.",
  },
  replaced: { label: "Replaced", text: "Another page counts for this item. Ask your teacher if that is not right." },
  confirmed: {
    label: "Graded, not yet released",
    text: "Your page is graded. You see the points when your teacher releases them.",
  },
  released: { label: "Released", text: "" },
};

/** A student's page as HTML that needs no script: the state of each item, and what was released. */
export async function renderResultPage({ result, ...page }: ResultPage): Promise<string> {
  const { taskId, title, className, studentId, teacher, items, total } = result;
  const content = await html`<header>
<p class="muted">${className} · Student ID ${studentId}</p>
<h1>${title}</h1>
${total && html`<p class="total">Total: <strong>${total.points} of ${total.maximum}</strong></p>`}
</header>
${items.map((item) => itemSection(item, { ...page, taskId }))}
<footer class="muted">
<p>Keep the address of this page to yourself: everybody who has it sees what you see.</p>
<p>Questions? <a href="mailto:${teacher.email}">${teacher.name || teacher.email}</a></p>
</footer>`;
  return plainDocument(`${title}: your results`, { content, theme: page.theme });
}

/** A page that says why there are no results to see. */
export async function renderResultNotice(message: string, theme: Theme): Promise<string> {
  const content = await html`<header><h1>No results here</h1></header><p role="alert">${message}</p>`;
  return plainDocument("Results", { content, theme });
}

type Place = Omit<ResultPage, "result" | "theme"> & { readonly taskId: string };

function itemSection({ item, state, receivedAt, feedback, read, picture, requests }: ResultItem, place: Place) {
  const { label, text } = STATES[state];
  const comment = feedback?.comment ?? "";
  return html`<section id="item-${item}" aria-labelledby="title-${item}">
<h2 id="title-${item}">Item ${item}${feedback && html`: ${pointsText(feedback)}`} <span class="state ${state}">${label}</span></h2>
${receivedAt !== null && html`<p class="muted">Received ${timeText(receivedAt, place)}</p>`}
${text !== "" && html`<p>${text}</p>`}
${place.legibility.filter((each) => each.item_number === item).map((each) => legibilityView(each, place))}
${comment !== "" && html`<p class="comment">${comment}</p>`}
${feedback && feedback.rows.length > 0 && html`<ul>${itemTexts(feedback).map((line) => html`<li>${line}</li>`)}</ul>`}
${read && read.outputs.length > 0 && tableView(read)}
${picture && html`<p><a href="${pictureUrl(place.token, item)}">${pageView(picture, { token: place.token, item, isRead: feedback !== null && feedback.rows.length > 0 })}</a></p>`}
${requests.map((request) => requestView(request, place))}
${state === "released" && !requests.some(isOpen) ? requestForm(item, place) : place.refused?.item === item && html`${failure(place.refused)}<p class="muted">Your request was not sent:</p><blockquote>${place.refused.reason}</blockquote>`}
</section>`;
}

/** The drawing, which the whole page is one tap behind; the whole page if the grade rests on no reading. */
function pageView(
  picture: NonNullable<ResultItem["picture"]>,
  { token, item, isRead }: { token: string; item: number; isRead: boolean },
) {
  const words = `Your page for item ${item}${isRead ? ", with what was read drawn over it" : ""}`;
  const { drawing, width, height } = picture;
  if (drawing === null) {
    return html`<img src="${pictureUrl(token, item)}" loading="lazy"${sizeOf(picture)} alt="${words}">`;
  }
  return html`<svg class="drawing" role="img" aria-label="${words}" viewBox="${viewBox(drawing)}"><image href="${pictureUrl(token, item)}" ${raw(sides({ x: 0, y: 0, width, height } as PictureBox))}/></svg>`;
}

/** The outputs' columns over the same inputs; each row of an output ends with its own bit. */
function tableView({ inputs, outputs }: NonNullable<ResultItem["read"]>) {
  const rows = outputs[0]?.truth_table ?? [];
  return html`<details>
<summary>Truth table of your drawing</summary>
<table>
<thead><tr>${[...inputs, ...outputs.map(({ name }) => name)].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row, index) => {
    const bits = [...row.slice(0, -1), ...outputs.map(({ truth_table }) => truth_table[index]?.at(-1) ?? "")];
    return html`<tr>${bits.map((bit) => html`<td>${bit}</td>`)}</tr>`;
  })}</tbody>
</table>
</details>`;
}

function legibilityView({ item_number: item, state, places, picture }: ItemLegibility, { taskId }: Place) {
  return html`<p><strong>${LEGIBILITY_TEXTS[state]}</strong></p>
${
  picture &&
  html`<svg class="unclear" role="img" aria-label="Your drawing for item ${item}, with the places marked" viewBox="${viewBox(picture.view)}">
<image href="${picture.url}" ${raw(sides(picture.view))}/>
${places.map(({ box }, index) => html`<rect ${raw(sides(box))}/><text x="${box.x}" y="${box.y}" font-size="${picture.view.width / 30}">${index + 1}</text>`)}
</svg>
<ol>${places.map(({ text }) => html`<li>${text}</li>`)}</ol>`
}
${state !== "clear" && state !== "reading" && html`<p><a href="${studentUploadPath(taskId)}">Replace the page</a> with a better picture, or draw it again.</p>`}`;
}

function viewBox({ x, y, width, height }: PictureBox): string {
  return [x, y, width, height].join(" ");
}

function sides(box: PictureBox): string {
  return (["x", "y", "width", "height"] as const).map((side) => `${side}="${Number(box[side])}"`).join(" ");
}

function sizeOf({ width, height }: NonNullable<ResultItem["picture"]>) {
  return width > 0 && height > 0 ? raw(` width="${width}" height="${height}"`) : "";
}

function pictureUrl(token: string, item: number): string {
  return `/results/picture/${encodeURIComponent(token)}?item=${item}`;
}

function isOpen({ answeredAt }: RegradeRequestRow): boolean {
  return answeredAt === null;
}

function requestView(
  { reason, createdAt, answeredAt, answer, gradeBefore, gradeAfter }: RegradeRequestRow,
  place: Place,
) {
  const outcome =
    gradeBefore === gradeAfter ? "The grade was kept." : `The grade was changed from ${gradeBefore} to ${gradeAfter}.`;
  return html`<div class="request">
<p class="muted">You asked on ${timeText(createdAt, place)}:</p>
<blockquote>${reason}</blockquote>
${
  answeredAt === null
    ? html`<p><strong>Your teacher has not answered yet.</strong></p>`
    : html`<p class="muted">Answered on ${timeText(answeredAt, place)}:</p><p><strong>${outcome}</strong></p>${answer && html`<p class="comment">${answer}</p>`}`
}
</div>`;
}

/** It is sent to the page's own address: a phone that closed the page meanwhile opens it again from there. */
function requestForm(item: number, { refused }: Place) {
  const mine = refused?.item === item ? refused : null;
  const most = REGRADE_REQUEST.reasonLength;
  return html`<details${mine ? raw(" open") : ""}>
<summary>Ask for a regrade</summary>
<form method="post" enctype="multipart/form-data">
<input type="hidden" name="item" value="${item}">
<label for="reason-${item}">What should your teacher look at again, and why?</label>
<textarea id="reason-${item}" name="reason" rows="4" required${mine ? raw(` aria-describedby="failure-${item}" autofocus`) : ""}>${mine?.reason ?? ""}</textarea>
<p class="muted">At most ${most} characters. Your teacher sees them with your page, and you see the answer here.</p>
${mine && failure(mine)}
<button>Send request</button>
</form>
</details>`;
}

function failure({ item, message }: RefusedRequest) {
  return html`<p id="failure-${item}" class="failure" role="alert">${message}</p>`;
}

function timeText(time: number, { timezone }: Pick<Place, "timezone">) {
  const text = new Intl.DateTimeFormat("en-US", { ...DATE_DISPLAY.format, timeZone: timezone }).format(time);
  return html`<time datetime="${new Date(time).toISOString()}">${text}</time>`;
}
