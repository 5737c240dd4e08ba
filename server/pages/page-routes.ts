import { extname } from "node:path";
import type { Hono } from "hono";
import { dashboardPath, findPage, PAGES, TAB_ADDRESSES, taskPath, type WebPage } from "../contract/pages.ts";
import type { AppEnv, RequestContext } from "../environment.ts";
import type { BuiltUi } from "./built-ui.ts";
import type { Pages } from "./pages.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml; charset=utf-8",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".webp": "image/webp",
  ".wasm": "application/wasm",
};

/** For a script that runs as a worker: the one that reads QR codes is WebAssembly. Of other scripts it says nothing. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Names of built files contain a hash of their content: the same name is always the same file. */
const FOREVER = "public, max-age=31536000, immutable";

/** Serves the documents of all pages and the built files. Mounted after the calls, whose paths take precedence. */
export function pageRoutes(hono: Hono<AppEnv>, { ui, passwords, answer }: Pages): void {
  hono.get("/assets/*", async (c) => (await builtFile(c, ui, FOREVER)) ?? c.notFound());
  for (const path of ["/favicon.svg", "/signs.woff2"]) {
    hono.get(path, async (c) => (await builtFile(c, ui, "public, max-age=86400")) ?? c.notFound());
  }

  hono.get("/", (c) => c.redirect("/auth"));
  for (const page of PAGES.filter(({ path }) => path !== "/")) {
    hono.get(page.path, async (c) => {
      const redirect = page.passwords && !passwords ? "/auth" : redirectOf(c, page);
      if (redirect !== null) return c.redirect(redirect);
      return answer(c, page);
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
    return answer(c, null);
  });
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
  if (extname(c.req.path) === ".js") c.header("Content-Security-Policy", WORKER_POLICY);
  if (asset.encoding !== null) c.header("Content-Encoding", asset.encoding);
  return c.body(asset.bytes);
}
