import type { AppContext } from "../context.ts";
import type { RequestContext } from "../environment.ts";
import { readSmallForm } from "../multipart.ts";
import { type RefusedRequest, renderResultNotice, renderResultPage } from "../pages/result-page.ts";
import { themeOf } from "../pages/theme.ts";
import { RATES } from "../rates.ts";
import { notFound, Refusal } from "../refusal.ts";
import type { Router } from "../router.ts";
import { legibilityUnderLink, unclearPicture } from "../services/release/legibility.ts";
import { answerRegradeRequest, listRegradeRequests, requestRegrade } from "../services/release/regrade-requests.ts";
import { releaseGrades, resultLinksCsv, viewRelease, withdrawGrades } from "../services/release/releases.ts";
import { linkOfToken, scopeOfToken } from "../services/release/result-link.ts";
import { markedPicture, releasedPage, studentResult } from "../services/release/student-result.ts";
import { asBody } from "../services/submissions/file-answers.ts";
import { sendCsv } from "./exports.ts";

/** The release of grades, the students' own pages, and what students ask about their grades. */
export function releaseRoutes({ on }: Router): void {
  on("getRelease", ({ context, user, params }) => viewRelease(context, { userId: user.id, taskId: params.taskId }));
  on("releaseGrades", ({ context, user, params, body }) => {
    const { student_id: studentId, confirmed } = body;
    return releaseGrades(context, { userId: user.id, taskId: params.taskId, studentId, confirmed });
  });
  on("withdrawGrades", ({ context, user, params, body }) => {
    const releasedAt = body.released_at === undefined ? undefined : Date.parse(body.released_at);
    return withdrawGrades(context, { userId: user.id, ...params, studentId: body.student_id, releasedAt });
  });
  on("getResultLinks", async ({ context, user, params }) => {
    const { title, csv } = await resultLinksCsv(context, { userId: user.id, taskId: params.taskId });
    return sendCsv(csv, `${title} links.csv`);
  });
  on("getRegradeRequests", async ({ context, user, params }) => ({
    requests: await listRegradeRequests(context, { userId: user.id, taskId: params.taskId }),
  }));
  on("answerRegradeRequest", ({ context, user, params, body }) => {
    const { total_grade: grade, comment, seen_grade: seen } = body;
    return answerRegradeRequest(context, { user, id: params.requestId, grade, comment, seen });
  });

  on("getResultPage", ({ context, params: { token }, c, address }) => {
    return asPage(c, context, async () => {
      await countResult(context, { token, address });
      return showResult(c, context, { token });
    });
  });
  on("getResultPicture", async ({ context, params: { token }, query, c, address }) => {
    await countResult(context, { token, address });
    const unclear = await unclearPicture(context, { token, item: query.item, headers: c.req.raw.headers });
    if (unclear) return unclear;
    const bytes = await markedPicture(context, { token, item: query.item });
    return sendPicture(bytes, "image/jpeg");
  });
  on("getLegibility", async ({ context, params: { token }, address, user }) => {
    await countResult(context, { token, address });
    return legibilityUnderLink(context, { token, isStudent: user === null });
  });
  on("getResultQr", async ({ context, params: { token }, address }) => {
    if ((await countResult(context, { token, address })) === null) throw notFound();
    const { default: qrcode } = await import("qrcode");
    const options = { errorCorrectionLevel: "M", scale: 8, margin: 4 } as const;
    return sendPicture(await qrcode.toBuffer(linkOfToken(context, token), options), "image/png");
  });
  on("requestRegrade", ({ context, params: { token }, c, address }) => {
    return asPage(c, context, async () => {
      const form = await readSmallForm(c.req.raw);
      const item = Number(form.get("item"));
      const reason = String(form.get("reason") ?? "").replaceAll("\r\n", "\n");
      await countResult(context, { token, address });
      try {
        const { task, submission } = await releasedPage(context, { token, item });
        await requestRegrade(context, {
          task,
          submission,
          reason,
          count: () => context.limiter.take(`regrade:${submission.id}`, RATES.regradeRequestByAnswer),
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        c.status(error.status);
        return showResult(c, context, { token, refused: { item, reason, message: error.message } });
      }
      // So that loading the page again does not send the form again.
      return c.redirect(`/results/${encodeURIComponent(token)}#item-${item}`, 303);
    });
  });
}

/** Counts what is asked for under a link: a right one by itself, a wrong one by address. Returns what it shows. */
async function countResult(context: AppContext, { token, address }: { token: string; address: string }) {
  const scope = await scopeOfToken(context, token);
  if (scope) await context.limiter.take(`result:${token}`, RATES.resultByLink);
  else await context.limiter.take(`result-wrong:${address}`, RATES.wrongResultByAddress);
  return scope;
}

/** Answers a browser: what is refused is said on a page. */
async function asPage(c: RequestContext, context: AppContext, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const [name, value] of Object.entries(error.details.headers ?? {})) c.header(name, value);
    return c.html(await renderResultNotice(error.message, themeOf(c, context.config.origin)), error.status);
  }
}

async function showResult(
  c: RequestContext,
  context: AppContext,
  { token, refused }: { token: string; refused?: RefusedRequest },
): Promise<Response> {
  const [result, { items: legibility }] = await Promise.all([
    studentResult(context, token),
    legibilityUnderLink(context, { token, isStudent: c.get("session") === null }),
  ]);
  const { timezone } = context.config;
  const theme = themeOf(c, context.config.origin);
  return c.html(await renderResultPage({ token, result, legibility, timezone, theme, refused }));
}

/** It shows what only the person with the link may see, and may be withdrawn. */
function sendPicture(bytes: Uint8Array, type: string): Response {
  return new Response(asBody(bytes), { headers: { "Content-Type": type, "Cache-Control": "private, no-cache" } });
}
