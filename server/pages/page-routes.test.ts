import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test, vi } from "vitest";
import { ERROR_PAGES } from "../contract/error-pages.ts";
import { DEFAULT_PAGE_TITLE, PAGES } from "../contract/pages.ts";
import { TEXTS } from "../contract/texts.ts";
import { Refusal } from "../refusal.ts";
import { dataOf, makeUi } from "../testing/services/make-ui.ts";
import { openTestServer } from "../testing/test-server.ts";
import { scriptJson } from "./document.ts";

const folder = await makeUi();
await writeFile(join(folder, "assets", "app-1.js"), "console.log(1)");
await writeFile(join(folder, "assets", "app-1.js.gz"), gzipSync("console.log(1)"));
const server = await openTestServer({ UI_DIR: folder });

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const HTML = { headers: { accept: "text/html,*/*" } };

/** A path of the page with some ID for each parameter. */
function somePath(path: string, userId = "x"): string {
  return path.replace(":userId", userId).replace(/:\w+/g, "AAAAAAAAAAAAAAAAAAAAAA");
}

test("without a session, protected pages redirect to the log-in, the others have their titles", async () => {
  const visitor = server.visitor();
  for (const { path, title, access } of PAGES.filter(({ path }) => path !== "/")) {
    const response = await visitor.fetch(somePath(path), HTML);
    if (access === "session" || access === "administrator") {
      expect([path, response.status, response.headers.get("location")]).toEqual([path, 302, "/auth"]);
      continue;
    }
    expect([path, response.status]).toEqual([path, 200]);
    const html = await response.text();
    expect(html).toContain(`<title>${title}</title>`);
    expect(dataOf(html)).toMatchObject({ user: null, site: { university_domain: "example.edu" } });
  }
  expect((await visitor.fetch("/", HTML)).headers.get("location")).toBe("/auth");
});

test("the titles are the specification's", () => {
  expect(PAGES.map(({ title }) => title).sort()).toEqual(
    [
      "Landing Page",
      "About",
      "Accounts",
      "Audit Log",
      "Authentication",
      "Forgot Password",
      "Reset Password",
      "Email Verification",
      "Dashboard",
      "Class Page",
      "Create Class",
      "Edit Class",
      "Create Task",
      "Edit Task",
      "Task Page",
      "Add Pages",
      "Circuit Evaluator",
      "Student Upload",
      "Notifications",
      "Contact Us",
      "Settings",
      "Error",
    ].sort(),
  );
});

test("addresses of what is now a tab lead to the task page", async () => {
  const to = async (path: string) => (await server.visitor().fetch(path, HTML)).headers.get("location");
  expect(await to("/queue/t1")).toBe("/task/t1?tab=review");
  expect(await to("/answer-groups/t1")).toBe("/task/t1?tab=review");
  expect(await to("/copies/t1")).toBe("/task/t1?tab=similar");
  expect(await to("/gradebook/t1")).toBe("/task/t1?tab=grades");
});

test("a browser that goes back after logging out uses no redirection of the session again", async () => {
  const ana = await server.instructor();
  for (const path of ["/auth", "/dashboard/another"]) {
    const { status, headers } = await ana.fetch(path, { ...HTML, redirect: "manual" });
    expect([status, headers.get("cache-control")]).toEqual([302, "no-store"]);
  }
});

test("with a session, the document contains the user and the page's first data", async () => {
  const ana = await server.instructor();
  const response = await ana.fetch(`/dashboard/${ana.userId}`, HTML);
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const html = await response.text();
  const data = dataOf(html);
  expect(data.user).toMatchObject({ id: ana.userId, email: "ana@example.edu" });
  expect(data.answers).toEqual({
    "/task/get-tasks": [],
    "/notification/get-unread-notifications": { notifications: [] },
  });
  // It can be read before its script comes, which does not hold it up.
  expect(html).toContain(`<div id="root">/dashboard/${ana.userId} undefined</div>`);
  expect(html).toContain('<script type="module" src="/assets/app-1.js" fetchpriority="low"></script>');
  expect(html).toContain('<link rel="modulepreload" href="/assets/shared-1.js" fetchpriority="low">');
  expect(html).toContain('<link rel="stylesheet" href="/assets/app-1.css">');
  // The page's own files are fetched at once, not when the script asks for them.
  expect(html).toContain('<link rel="modulepreload" href="/assets/dashboard-page-1.js" fetchpriority="low">');
  expect(html).toContain('<link rel="stylesheet" href="/assets/dashboard-page-1.css">');
});

test("with a session, the log-in redirects to the dashboard, and another user's pages to one's own", async () => {
  const ana = await server.instructor();
  expect((await ana.fetch("/auth", HTML)).headers.get("location")).toBe(`/dashboard/${ana.userId}`);
  expect((await ana.fetch("/dashboard/other", HTML)).headers.get("location")).toBe(`/dashboard/${ana.userId}`);
  expect((await ana.fetch("/classes/other", HTML)).headers.get("location")).toBe(`/classes/${ana.userId}`);
});

test("an unknown path is a page with status 404 for people, and an error for programs", async () => {
  const visitor = server.visitor();
  const page = await visitor.fetch("/no/such/page", HTML);
  expect(page.status).toBe(404);
  expect(await page.text()).toContain(`<title>${DEFAULT_PAGE_TITLE}</title>`);
  const answer = await visitor.fetch("/no/such/page", { headers: { accept: "application/json" } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: "not-found" } });
});

test("a slash at the end of a page's path is ignored", async () => {
  const visitor = server.visitor();
  const locationOf = async (path: string) => (await visitor.fetch(path, HTML)).headers.get("location");
  expect(await locationOf("/student-upload/abc/?a=b")).toBe("/student-upload/abc?a=b");
  expect(await locationOf("/about/")).toBe("/about");
  expect(await locationOf("//example.org/")).toBeNull();
  expect((await visitor.fetch("/no/such/page/", HTML)).status).toBe(404);
});

test("a badly encoded task in a student link is still the student page", async () => {
  for (const path of ["/student-upload/ID%", "/student-upload/%E0%A4%A"]) {
    const response = await server.visitor().fetch(path, HTML);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('src="/assets/student-1.js"');
  }
});

test("the student page has its own script and no session", async () => {
  const html = await (await server.visitor().fetch("/student-upload/AAAAAAAAAAAAAAAAAAAAAA", HTML)).text();
  expect(html).toContain('src="/assets/student-1.js"');
  expect(html).not.toContain("app-1");
  expect(dataOf(html).answers).toEqual({});
  // It is painted without another request.
  expect(html).toContain("<style>.shared{}.student{}</style>");
  expect(html).not.toContain('rel="stylesheet"');
});

test("the student page is in the document, also if the task cannot be fetched", async () => {
  const path = "/student-upload/AAAAAAAAAAAAAAAAAAAAAA";
  const made = await (await server.visitor().fetch(path, HTML)).text();
  expect(made).toContain(`<div id="root">${path} true</div>`);
  expect(made).not.toContain("<noscript>");
  const limit = vi.spyOn(server.context.limiter, "take").mockRejectedValueOnce(new Refusal(429, BUSY));
  const empty = await (await server.visitor().fetch(path, HTML)).text();
  expect(empty).toContain(`<div id="root">${path} false</div>`);
  expect(empty).not.toContain("<noscript>");
  limit.mockRestore();
});

const BUSY = { code: "busy", message: "Later." };

test("behind a proxy, a page's first call counts for the person who opens the page", async () => {
  const behind = await openTestServer({ UI_DIR: folder, TRUST_PROXY: "1" });
  const take = vi.spyOn(behind.context.limiter, "take");
  const path = "/student-upload/AAAAAAAAAAAAAAAAAAAAAA";
  for (const address of ["203.0.113.7", "198.51.100.9"]) {
    const headers = { ...HTML.headers, "x-forwarded-for": `made-up, ${address}` };
    await behind.app.hono.request(
      `https://grading.example.edu${path}`,
      { headers },
      { remoteAddr: { hostname: "10.0.0.1" } },
    );
  }
  expect(take.mock.calls.map(([key]) => key)).toEqual([
    "publicTaskByAddress:203.0.113.7:",
    "publicTaskByAddress:198.51.100.9:",
  ]);
  await behind.close();
});

test("built files are compressed and cached for ever; nothing outside their folder is served", async () => {
  const visitor = server.visitor();
  const plain = await visitor.fetch("/assets/app-1.js");
  expect(plain.headers.get("cache-control")).toContain("immutable");
  expect(plain.headers.get("content-type")).toContain("text/javascript");
  expect(await plain.text()).toBe("console.log(1)");
  // A worker has the policy of its script; documents allow no WebAssembly.
  expect(plain.headers.get("content-security-policy")).toContain("script-src 'self' 'wasm-unsafe-eval';");
  const document = await visitor.fetch("/auth", HTML);
  expect(document.headers.get("content-security-policy")).not.toContain("wasm");
  const packed = await visitor.fetch("/assets/app-1.js", { headers: { "accept-encoding": "gzip, deflate" } });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  for (const path of [
    "/assets/missing.js",
    "/assets/..%2f.vite%2fmanifest.json",
    "/assets/%2e%2e/.vite/manifest.json",
  ]) {
    expect([path, (await visitor.fetch(path)).status]).toEqual([path, 404]);
  }
});

test("the document has the theme of the cookie", async () => {
  const visitor = server.visitor();
  visitor.cookies.set("__Host-theme", "dark");
  expect(await (await visitor.fetch("/auth", HTML)).text()).toContain('<html lang="en" class="dark">');
  visitor.cookies.set("__Host-theme", '"><script>');
  expect(await (await visitor.fetch("/auth", HTML)).text()).toContain('<html lang="en" class="">');
});

test("scriptJson cannot end the script element", () => {
  const value = { name: "</script><!-- \u2028" };
  expect(scriptJson(value)).not.toMatch(/[<>\u2028]/);
  expect(JSON.parse(scriptJson(value))).toEqual(value);
});

test("a refused address that a person opened is a page with words, and JSON for a script", async () => {
  const visitor = server.visitor();
  const path = "/task/get-template/AAAAAAAAAAAAAAAAAAAAAA";
  const page = await visitor.fetch(path, HTML);
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const html = await page.text();
  expect(html).toContain("<h1>Oops!</h1>");
  expect(html).toContain(`<p role="alert">${TEXTS.task.removed}</p>`);
  expect(html).toContain('<a href="/auth">Go Back to Home</a>');
  const answer = await visitor.fetch(path);
  expect([answer.status, (await answer.json()).error.message]).toEqual([404, TEXTS.task.removed]);
  const missing = await visitor.fetch("/assets/none.js", HTML);
  expect([missing.status, (await missing.text()).includes(ERROR_PAGES["404"].message.slice(0, 15))]).toEqual([
    404,
    true,
  ]);
});

test("a page that cannot be made says so in words", async () => {
  const damaged = join(folder, "damaged");
  await mkdir(join(damaged, ".vite"), { recursive: true });
  await writeFile(join(damaged, ".vite", "manifest.json"), "{");
  const broken = await openTestServer({ UI_DIR: damaged });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const response = await broken.visitor().fetch("/auth", HTML);
  expect(response.status).toBe(500);
  const html = await response.text();
  expect(html).toContain("<h1>Server Error</h1>");
  expect(html).toContain(ERROR_PAGES["500"].message);
  await broken.close();
});
