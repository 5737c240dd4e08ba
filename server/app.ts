import { Hono, type Next } from "hono";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppContext } from "./context.ts";
import type { ErrorBody } from "./contract/common.ts";
import type { EndpointName } from "./contract/endpoints.ts";
import { ERROR_PAGES } from "./contract/error-pages.ts";
import { DatabaseUnreachable, findOutage, isDangling } from "./db/outages.ts";
import type { AppEnv, RequestContext } from "./environment.ts";
import { bodyGuard } from "./middleware/body-guard.ts";
import { clientAddress } from "./middleware/client-address.ts";
import { ownHostOnly } from "./middleware/own-host.ts";
import { readsInTurn } from "./middleware/reads-in-turn.ts";
import { requestLog } from "./middleware/request-log.ts";
import { sameSiteOnly } from "./middleware/same-site.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import { loadSession } from "./middleware/session-cookie.ts";
import { renderErrorDocument, wantsDocument } from "./pages/error-document.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { openPages } from "./pages/pages.ts";
import { themeOf } from "./pages/theme.ts";
import { Refusal } from "./refusal.ts";
import { createRouter } from "./router.ts";
import { accessTokenRoutes } from "./routes/accounts/access-tokens.ts";
import { adminRoutes } from "./routes/accounts/admin.ts";
import { authRoutes } from "./routes/accounts/auth.ts";
import { profileRoutes } from "./routes/accounts/profile.ts";
import { secondFactorRoutes } from "./routes/accounts/second-factor.ts";
import { signOnRoutes } from "./routes/accounts/sign-on.ts";
import { answerRoutes } from "./routes/answers.ts";
import { classRoutes } from "./routes/classes/classes.ts";
import { peopleRoutes } from "./routes/classes/people.ts";
import { studentDataRoutes } from "./routes/classes/student-data.ts";
import { contactRoutes } from "./routes/contact.ts";
import { detectionRoutes } from "./routes/detection.ts";
import { eventRoutes } from "./routes/events.ts";
import { exchangeRoutes } from "./routes/exchange.ts";
import { exportRoutes } from "./routes/exports.ts";
import { fileRoutes } from "./routes/files.ts";
import { handInRoutes } from "./routes/hand-in.ts";
import { notificationRoutes } from "./routes/notification.ts";
import { releaseRoutes } from "./routes/release.ts";
import { stackRoutes } from "./routes/stacks.ts";
import { systemRoutes } from "./routes/system.ts";
import { taskRoutes } from "./routes/task.ts";
import { BucketUnreachable } from "./storage/bucket.ts";
import { FileDamaged } from "./storage/bucket-store.ts";
import { FileMissing } from "./storage/file-store.ts";
import { isOutOfFiles, storageFault } from "./storage/storage-fault.ts";

export interface HttpApp {
  readonly hono: Hono<AppEnv>;
  /** The contract's calls that have a handler; a test checks that all have one. */
  readonly answered: ReadonlySet<EndpointName>;
}

/** The whole server as a function from requests to responses. */
export function createApp(context: AppContext): HttpApp {
  const { config } = context;
  const hono = new Hono<AppEnv>();
  // Texts alone: files are compressed already, and events are sent as they come.
  hono.use(compress());
  hono.use(clientAddress(config.trustedProxies));
  hono.use(requestLog(context));
  hono.use(readsInTurn());
  hono.use(noBodyOfHead);
  hono.use(bodyGuard(context));
  hono.use(ownHostOnly(config.originIsSet ? config.origin : null));
  hono.use(securityHeaders(config.origin));
  hono.use(sameSiteOnly(config.origin));
  hono.use(loadSession(context));

  const router = createRouter(context);
  authRoutes(router);
  profileRoutes(router);
  signOnRoutes(router);
  secondFactorRoutes(router);
  accessTokenRoutes(router);
  notificationRoutes(router);
  classRoutes(router);
  peopleRoutes(router);
  studentDataRoutes(router);
  taskRoutes(router, context);
  fileRoutes(router);
  stackRoutes(router, context);
  answerRoutes(router);
  detectionRoutes(router);
  exportRoutes(router);
  releaseRoutes(router);
  exchangeRoutes(router);
  eventRoutes(router);
  contactRoutes(router);
  systemRoutes(router);
  adminRoutes(router);
  const pages = openPages(hono, context);
  handInRoutes(router, pages);
  hono.route("/", router.hono);
  pageRoutes(hono, pages);

  const unknown = { code: "not-found", message: ERROR_PAGES["404"].message };
  hono.notFound((c) => inWords(c, answerRefusal(c, 404, unknown), config.origin));
  hono.onError((error, c) => inWords(c, answerError(error, c, context), config.origin));
  return { hono, answered: router.answered };
}

/** Ends the body that a GET would get: hono sends none to HEAD, and nobody would close the file or the live events. */
async function noBodyOfHead(c: RequestContext, next: Next): Promise<void> {
  await next();
  if (c.req.method === "HEAD") await c.res.body?.cancel();
}

/** A refusal as a page, if a person opened the address. */
async function inWords(c: RequestContext, refusal: Response, origin: string): Promise<Response> {
  if (!wantsDocument(c)) return refusal;
  const { error } = (await refusal.json()) as ErrorBody;
  const { status } = refusal;
  const page = await renderErrorDocument({ status, message: error.message, theme: themeOf(c, origin) });
  return c.html(page, status as ContentfulStatusCode);
}

function answerError(error: Error, c: RequestContext, { log }: AppContext): Response {
  if (error instanceof Refusal) {
    const { issues, fields, headers } = error.details;
    for (const [name, value] of Object.entries(headers ?? {})) c.header(name, value);
    return answerRefusal(
      c,
      error.status,
      { code: error.code, message: error.message, ...(issues && { issues }) },
      fields,
    );
  }
  if (error instanceof HTTPException) {
    return answerRefusal(c, error.status, { code: "bad-request", message: ERROR_PAGES["400"].message });
  }
  const outage = findOutage(error);
  if (outage) {
    log.error(outage instanceof DatabaseUnreachable ? "database-unreachable" : "database-busy", outage);
    c.header("Retry-After", "5");
    return answerRefusal(c, 503, { code: "busy", message: "The server is busy. Please try again in a moment." });
  }
  if (error instanceof FileMissing || error instanceof FileDamaged) {
    log.error(error instanceof FileMissing ? "file-missing" : "file-damaged", error, { id: c.get("requestId") });
    const message =
      "This page's file is missing or damaged on the server. If nobody deleted the page, tell the server's administrator: a backup may have it.";
    return answerRefusal(c, 404, { code: "file-lost", message });
  }
  if (error instanceof BucketUnreachable) {
    log.error("bucket-unreachable", error);
    c.header("Retry-After", "5");
    const message = "The server does not reach its file store, and nothing was stored. Please try again in a moment.";
    return answerRefusal(c, 503, { code: "storage-unreachable", message });
  }
  if (isOutOfFiles(error)) {
    log.error("too-many-open-files", error);
    c.header("Retry-After", "5");
    return answerRefusal(c, 503, { code: "busy", message: "The server is busy. Please try again in a moment." });
  }
  log.error("request-failed", error, { id: c.get("requestId") });
  if (isDangling(error)) {
    return answerRefusal(c, 404, { code: "gone-meanwhile", message: "This was deleted meanwhile." });
  }
  const fault = storageFault(error);
  if (fault === "full") {
    const message = "The server's disk is full, and nothing was stored. Tell its administrator, and try again later.";
    return answerRefusal(c, 507, { code: "storage-full", message });
  }
  // Linux makes a disk read-only on which something fails.
  if (fault === "broken" || (fault === "read-only" && error.name !== "NotCapable")) {
    const message = "The server cannot use its disk, and nothing was stored. Tell its administrator.";
    return answerRefusal(c, 507, { code: "storage-unwritable", message });
  }
  return answerRefusal(c, 500, { code: "internal", message: ERROR_PAGES["500"].message });
}

function answerRefusal(
  c: RequestContext,
  status: ContentfulStatusCode,
  error: { code: string; message: string; issues?: readonly object[] },
  fields: Readonly<Record<string, unknown>> = {},
): Response {
  c.set("refusal", error.code);
  return c.json({ ...fields, error }, status);
}
