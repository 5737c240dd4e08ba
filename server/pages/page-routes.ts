import { extname } from "node:path";
import type { Hono } from "hono";
import type { AppContext } from "../context.ts";
import type { User } from "../contract/accounts/auth.ts";
import { ENDPOINTS, type EndpointName } from "../contract/endpoints.ts";
import {
  DEFAULT_PAGE_TITLE,
  dashboardPath,
  findPage,
  PAGES,
  type PageData,
  TAB_ADDRESSES,
  taskPath,
  type WebPage,
} from "../contract/pages.ts";
import type { AppEnv, RequestContext, SessionUser } from "../environment.ts";
import { siteOf } from "../services/operation/site.ts";
import { type BuiltUi, openBuiltUi } from "./built-ui.ts";
import { renderDocument } from "./document.ts";
import { themeOf } from "./theme.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};

/** Names of built files contain a hash of their content: the same name is always the same file. */
const FOREVER = "public, max-age=31536000, immutable";

/** Serves the documents of all pages and the built files. Mounted after the calls, whose paths take precedence. */
export function pageRoutes(hono: Hono<AppEnv>, context: AppContext): void {
  const ui = openBuiltUi(context.config.uiDir);

  hono.get("/assets/*", async (c) => (await builtFile(c, ui, FOREVER)) ?? c.notFound());
  hono.get("/favicon.svg", async (c) => (await builtFile(c, ui, "public, max-age=86400")) ?? c.notFound());

  hono.get("/", (c) => c.redirect("/auth"));
  for (const page of PAGES.filter(({ path }) => path !== "/")) {
    hono.get(page.path, async (c) => {
      const redirect = redirectOf(c, page);
      if (redirect !== null) return c.redirect(redirect);
      return answerPage(c, { page, ui });
    });
  }
  for (const [path, tab] of Object.entries(TAB_ADDRESSES)) {
    hono.get(path, (c) => c.redirect(taskPath(c.req.param("taskId") ?? "", tab)));
  }
  hono.get("*", async (c, next) => {
    if (!c.req.header("accept")?.includes("text/html")) return next();
    const { pathname, search } = new URL(c.req.url);
    // A link may have gained a slash at its end on the way.
    if (pathname.endsWith("/") && findPage(pathname) !== null) return c.redirect(pathname.slice(0, -1) + search);
    return answerPage(c, { page: null, ui });
  });

  async function answerPage(c: RequestContext, { page, ui }: { page: WebPage | null; ui: BuiltUi }): Promise<Response> {
    const [files, data] = await Promise.all([ui.entry(page?.entry ?? "app"), firstData(c, page)]);
    const document = await renderDocument({
      title: page?.title ?? DEFAULT_PAGE_TITLE,
      files,
      theme: themeOf(c, context.config.origin),
      data,
    });
    c.header("Cache-Control", "no-store");
    return c.html(document, page === null ? 404 : 200);
  }

  async function firstData(c: RequestContext, page: WebPage | null): Promise<PageData> {
    const user = c.get("session")?.user ?? null;
    const calls = [...(page?.firstCalls ?? [])];
    if (user !== null && page?.navigation) calls.push("getUnreadNotifications");
    const [answers, account] = await Promise.all([
      Promise.all(calls.map((name) => answerOf(c, name))),
      user === null ? null : ownAccount(c, user),
    ]);
    return {
      site: siteOf(context.config),
      user: account,
      answers: Object.fromEntries(answers.filter((answer) => answer !== null)),
    };
  }

  /** Makes the call as the browser would, with its cookie and address: the same checks, the same response. */
  async function answerOf(
    c: RequestContext,
    name: EndpointName,
    params: Readonly<Record<string, string>> = c.req.param(),
  ): Promise<[string, unknown] | null> {
    const path = ENDPOINTS[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
    const headers = {
      cookie: c.req.header("cookie") ?? "",
      // The header that the address is taken from behind a proxy.
      "x-forwarded-for": c.req.header("x-forwarded-for") ?? "",
      accept: "application/json",
    };
    const response = await hono.request(new URL(path, c.req.url).href, { headers }, c.env);
    // If anything else goes wrong, the page requests it again itself and shows the error.
    return response.status === 200 ? [path, await response.json()] : null;
  }

  async function ownAccount(c: RequestContext, { id, email, name, isAdmin }: SessionUser): Promise<User> {
    const answer = await answerOf(c, "getUser", { userId: id });
    if (answer !== null) return (answer[1] as { user: User }).user;
    return { id, email, name, profile_image_url: null, contact_number: null, recovery_email: null, admin: isAdmin };
  }
}

/** Where to redirect the request, or null. */
function redirectOf(c: RequestContext, page: WebPage): string | null {
  const user = c.get("session")?.user;
  if ((page.access === "session" || page.access === "administrator") && !user) return "/auth";
  if (page.access === "administrator" && user && !user.isAdmin) return dashboardPath(user.id);
  if (page.access === "guest" && user) return dashboardPath(user.id);
  const owner = c.req.param("userId");
  if (user && owner !== undefined && owner !== user.id) return page.path.replace(":userId", user.id);
  return null;
}

async function builtFile(c: RequestContext, ui: BuiltUi, cacheControl: string): Promise<Response | null> {
  const asset = await ui.asset(c.req.path, c.req.header("accept-encoding") ?? "");
  if (asset === null) return null;
  c.header("Content-Type", MEDIA_TYPES[extname(c.req.path)] ?? "application/octet-stream");
  c.header("Cache-Control", cacheControl);
  c.header("Vary", "Accept-Encoding");
  if (asset.encoding !== null) c.header("Content-Encoding", asset.encoding);
  return c.body(asset.bytes);
}
